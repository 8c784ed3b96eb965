import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Instant } from "../../../kit/time/instant.ts";
import { NaivePresenceStore } from "../store.naive.ts";
import { give, transitionsNaively, type PresenceInput } from "./presence.naive.ts";
import { Presence } from "./presence.ts";
import type { OpenSession, PresenceOutcome } from "./presence-types.ts";

const SERVERS = ["Aberration", "Island", "Ragnarok"];
const ACCOUNTS = ["76561198000000001", "76561198000000002", "a".repeat(32), "b".repeat(32)];
const SECOND = 1_000_000;

const account = fc.constantFrom(...ACCOUNTS).map((platformId) => ({ platformId, name: `N${platformId.at(-1)}` }));
const accounts = fc.array(account, { maxLength: 5 });
/** Lines that could not be read: none, most of the time. */
const unread = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom("odd", "odder"), { maxLength: 2 }) },
);

/** Steps of a poll's length, small ones, long silences, and time that runs backwards. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 20 }) },
  { weight: 1, arbitrary: fc.integer({ min: -60, max: -1 }) },
  { weight: 1, arbitrary: fc.constantFrom(29, 30, 31, 119, 120, 121, 400, 3_590) },
);
const what = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("observed" as const), accounts, unread }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("failed" as const, "tick" as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("joined" as const), account }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("left" as const), platformId: fc.constantFrom(...ACCOUNTS) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("removed" as const) }) },
);
const history: fc.Arbitrary<PresenceInput[]> = fc
  .array(fc.tuple(step, fc.constantFrom(...SERVERS), what, fc.nat({ max: 150 })), { maxLength: 60 })
  .map((entries) => {
    let now = 1_000_000 * SECOND;
    return entries.map(([seconds, server, input, late]) => {
      now += seconds * SECOND;
      // A log may tell late; half of the time it does not.
      const isLate = (input.kind === "joined" || input.kind === "left") && late % 2 === 1;
      return { ...input, server, at: (now - (isLate ? (late - 1) * SECOND : 0)) as Instant };
    });
  });
const runs = { numRuns: 1_500 };

describe("presence", () => {
  test("equals its slow twin, account by account", () => {
    fc.assert(
      fc.property(history, (inputs) => {
        const all = withLastTick(inputs);
        const told = run(new Presence(), all).flatMap(({ transitions }) => transitions);
        for (const id of ACCOUNTS) {
          const its = told.filter(({ platformId }) => platformId === id);
          expect(its).toEqual(transitionsNaively(all, id));
        }
      }),
      runs,
    );
  });

  test("does not depend on how often time is said to pass", () => {
    fc.assert(
      fc.property(history, fc.infiniteStream(fc.boolean()), (inputs, isTold) => {
        const told = inputs.flatMap((input): PresenceInput[] =>
          isTold.next().value === true ? [{ kind: "tick", server: "", at: input.at }, input] : [input],
        );
        expect(sessionsOf(withLastTick(told))).toEqual(sessionsOf(withLastTick(inputs)));
      }),
      runs,
    );
  });

  test("gives one account one session at a time, in order, and the store finds the transitions that it found", async () => {
    await fc.assert(
      fc.asyncProperty(history, async (inputs) => {
        const store = new NaivePresenceStore();
        const presence = new Presence();
        for (const input of inputs) {
          const before = store.transitions.length;
          const outcome = give(presence, input);
          expect(await write(store, outcome)).toEqual([]);
          expect(store.faults()).toEqual([]);
          expect(store.transitions.slice(before).sort(byText)).toEqual(outcome.transitions.toSorted(byText));
          expect(placesOf(store.open())).toEqual(placesOf(presence.onlineAccounts()));
          for (const server of SERVERS) {
            const there = store.open().filter((session) => session.server === server);
            expect(presence.onlineCount(server)).toBe(there.length);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  test("gives the same outcomes for the same inputs, whatever the order of a list", () => {
    fc.assert(
      fc.property(history, (inputs) => {
        const turned = inputs.map((input) =>
          input.kind === "observed" ? { ...input, accounts: input.accounts.toReversed() } : input,
        );
        expect(run(new Presence(), turned)).toEqual(run(new Presence(), inputs));
      }),
      { numRuns: 300 },
    );
  });

  test("a restart in a quiet moment, after which every server is polled, changes no session", async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(accounts, { minLength: 3, maxLength: 3 }),
        history,
        async (one, lists, two) => {
          // Each server has the same list thrice: nothing is missed or held when the process stops.
          const last = one.reduce((at, input) => Math.max(at, input.at), 1_000_000 * SECOND);
          const round = (seconds: number): PresenceInput[] =>
            SERVERS.map((server, index) => ({
              kind: "observed",
              server,
              at: (last + seconds * SECOND) as Instant,
              accounts: lists[index] ?? [],
            }));
          const before = [...one, ...round(40), ...round(55), ...round(70)];
          // Late log lines about earlier times may not belong to the session that goes on.
          const since = last + 90 * SECOND;
          const later = two.map((input) => ({
            ...input,
            at: Math.max(since, input.at - 1_000_000 * SECOND + since) as Instant,
          }));
          const after = [...round(85), ...later];

          const [steady, restarted] = [new NaivePresenceStore(), new NaivePresenceStore()];
          const presence = new Presence();
          for (const input of [...before, ...after]) await write(steady, give(presence, input));
          await restartedRun(restarted, [before, after], (last + 80 * SECOND) as Instant);
          expect(restarted.rows.sort(byText)).toEqual(steady.rows.sort(byText));
          expect(restarted.transitions.toSorted(byText)).toEqual(steady.transitions.toSorted(byText));
        },
      ),
      { numRuns: 300 },
    );
  });

  test("a restart at any moment leaves the sessions in order, and splits none whose account is on the next list", async () => {
    await fc.assert(
      fc.asyncProperty(history, history, async (before, after) => {
        const store = new NaivePresenceStore();
        const at = before.reduce((latest, input) => Math.max(latest, input.at), 0) as Instant;
        const presence = await restartedRun(store, [before, []], at);
        const open = store.open();
        for (const server of SERVERS) {
          await write(
            store,
            presence.observed(
              server,
              at,
              open.filter((session) => session.server === server),
            ),
          );
        }
        expect(placesOf(store.open())).toEqual(placesOf(open));
        for (const input of after) await write(store, give(presence, input));
        expect(store.faults()).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

function run(presence: Presence, inputs: readonly PresenceInput[]): PresenceOutcome[] {
  return inputs.map((input) => give(presence, input));
}

/** Judges everything, so that nothing is left to be noticed. */
function withLastTick(inputs: readonly PresenceInput[]): PresenceInput[] {
  const at = inputs.reduce((last, input) => Math.max(last, input.at), 0) as Instant;
  return [...inputs, { kind: "tick", server: "", at }];
}

function sessionsOf(inputs: readonly PresenceInput[]): unknown {
  const told = run(new Presence(), inputs).flatMap(({ transitions }) => transitions);
  return ACCOUNTS.map((id) => told.filter(({ platformId }) => platformId === id));
}

/** Writes as one process does: servers that only end sessions first. */
async function write(store: NaivePresenceStore, { changes }: PresenceOutcome): Promise<string[]> {
  const servers = [...new Set(changes.map(({ server }) => server))];
  const isMain = (server: string) => changes.some((change) => change.server === server && change.kind !== "close");
  const lost: string[] = [];
  for (const server of servers.sort((a, b) => Number(isMain(a)) - Number(isMain(b)))) {
    const its = changes.filter((change) => change.server === server);
    numbers++;
    lost.push(...(await store.apply({ server, fence: 1, number: numbers, changes: its })).lost);
  }
  return lost;
}
let numbers = 0;

async function restartedRun(
  store: NaivePresenceStore,
  [before, after]: readonly [readonly PresenceInput[], readonly PresenceInput[]],
  at: Instant,
): Promise<Presence> {
  const first = new Presence();
  for (const input of before) await write(store, give(first, input));
  const second = new Presence();
  for (const server of SERVERS) await write(store, second.adopted(server, at, await store.openSessions(server, 1)));
  for (const input of after) await write(store, give(second, input));
  return second;
}

function placesOf(sessions: readonly OpenSession[]): string[] {
  return sessions.map(({ platformId, server }) => `${platformId} ${server}`).sort();
}

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}
