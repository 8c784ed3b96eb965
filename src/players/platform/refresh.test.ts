import { inspect } from "node:util";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { outbound } from "../../kit/outbound/outbound.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { fromMillis, plusMillis, type Instant } from "../../kit/time/instant.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { platformAccounts } from "../../../test/support/platform-accounts.ts";
import { steamIdOf, steamStub, type Misbehaviour } from "../../../test/support/steam-stub.ts";
import { MINUTE_MS, HOUR_MS, DAY_MS } from "../../kit/time/spans.ts";
import { NO_BANS } from "./core/account.ts";
import { refreshAccounts as refreshJob } from "./jobs/refresh-accounts.ts";
import { platformStatus } from "../../../test/support/platform-status.ts";
import { refreshAccounts, type RefreshDeps } from "./refresh.ts";
import { steamClient } from "./steam.ts";

const stub = await steamStub();
const http = outbound({ allowPrivate: ["127.0.0.1"], userAgent: "Tripod-Test/1.0", clock: systemClock() });
const { signal } = new AbortController();

let now: Instant;
/** Time passes only while the program sleeps and when a test says so. */
const clock = {
  ...systemClock(),
  now: () => now,
  sleep: async (ms: number) => pass(ms),
};
const pass = (ms: number): void => {
  now = plusMillis(now, ms);
};

function client(key: string) {
  return steamClient({ outbound: http, clock: systemClock(), key, baseUrl: stub.url });
}

function world(more: Partial<Pick<RefreshDeps, "steam" | "callsPerDay" | "clock">> = {}) {
  const accounts = platformAccounts();
  return { accounts, log: keptLog(), steam: client(stub.key), callsPerDay: 1000, clock, ...more };
}

type World = ReturnType<typeof world>;

async function round(given: World) {
  return await refreshAccounts(given, signal);
}

/** Makes accounts known to both sides. */
function put(given: World, from: number, to: number): void {
  for (let number = from; number <= to; number++) {
    given.accounts.put(steamIdOf(number));
    stub.accounts.set(steamIdOf(number), { name: `player ${number}` });
  }
}

beforeEach(() => {
  now = fromMillis(Date.UTC(2026, 4, 1, 12));
  stub.seen.length = 0;
  stub.misbehave = () => undefined;
  stub.accounts.clear();
});
afterAll(async () => {
  await http.close();
  await stub.close();
});

describe("a round", () => {
  test("asks nothing without a key", async () => {
    const given = world({ steam: undefined });
    put(given, 1, 1);
    expect(await round(given)).toEqual({ kind: "off" });
    expect(await platformStatus(given)).toMatchObject({ state: "off", callsToday: 0, lastGoodAt: null });
    expect(given.log.entries).toEqual([]);
  });

  test("asks nothing when nothing is due", async () => {
    const given = world();
    given.accounts.put("0002a1b2c3d4e5f60002a1b2c3d4e5f6");
    expect(await round(given)).toMatchObject({ ended: "done", calls: 0 });
    expect([stub.seen, given.log.entries]).toEqual([[], []]);
  });

  test("asks about all that is due, a hundred at a time, by both methods", async () => {
    const given = world();
    put(given, 1, 250);
    expect(await round(given)).toMatchObject({ ended: "done", calls: 6, checked: 250, changed: 250, problems: 0 });
    expect(stub.calls().map(({ steamIds }) => steamIds.length)).toEqual([100, 100, 100, 100, 50, 50]);
    expect(new Set(stub.calls().flatMap(({ steamIds }) => steamIds)).size).toBe(250);
    const { summary, bans, bansAt } = given.accounts.rows.get(steamIdOf(250)) ?? {};
    expect([summary?.name, bans, bansAt]).toEqual(["player 250", NO_BANS, now]);
    expect(await round(given)).toMatchObject({ calls: 0 });
  });

  test("marks accounts that Steam does not know, and leaves them as they are", async () => {
    const given = world();
    put(given, 1, 2);
    await round(given);
    stub.accounts.delete(steamIdOf(1));
    const before = given.accounts.rows.get(steamIdOf(1));
    pass(31 * DAY_MS);
    expect(await round(given)).toMatchObject({ checked: 2, changed: 0, problems: 0 });
    expect(given.accounts.rows.get(steamIdOf(1))).toEqual({ ...before, checkedAt: now });
  });

  test("ends in time and is gone on with by the next", async () => {
    const given = world({ clock: { ...clock, sleep: async () => pass(10_000) } });
    put(given, 1, 700);
    expect(await round(given)).toMatchObject({ ended: "outOfTime", checked: 600 });
    expect(await round(given)).toMatchObject({ ended: "done", checked: 100 });
  });

  test("leaves to another what another has claimed", async () => {
    const given = world();
    put(given, 1, 150);
    const outcomes = await Promise.all([round(given), round(given)]);
    const checked = outcomes.map((outcome) => (outcome.kind === "round" ? outcome.checked : 0));
    expect(checked.toSorted((one, other) => one - other)).toEqual([50, 100]);
    expect(new Set(stub.calls().flatMap(({ steamIds }) => steamIds)).size).toBe(150);
  });

  test("is run by a job", async () => {
    const given = world();
    put(given, 1, 1);
    await refreshJob.run(given, {}, { attempt: 1, maxAttempts: 1, signal });
    expect(given.accounts.rows.get(steamIdOf(1))?.checkedAt).toBe(now);
  });
});

describe("a ban", () => {
  test("is reported once, when it is seen", async () => {
    const given = world();
    put(given, 1, 2);
    await round(given);
    expect(given.accounts.updates.filter(({ banChange }) => banChange)).toEqual([]);
    const bans = { VACBanned: true, NumberOfVACBans: 1 };
    stub.accounts.set(steamIdOf(2), { name: "player 2", bans });
    for (const daysSinceLastBan of [0, 31]) {
      pass(31 * DAY_MS);
      stub.accounts.set(steamIdOf(2), { name: "player 2", bans: { ...bans, DaysSinceLastBan: daysSinceLastBan } });
      await round(given);
    }
    expect(
      given.accounts.updates.flatMap(({ platformId, banChange }) => (banChange ? [[platformId, banChange]] : [])),
    ).toEqual([
      [
        steamIdOf(2),
        {
          isFirst: false,
          members: ["antiCheatBanned", "numberOfAntiCheatBans"],
          before: NO_BANS,
          after: { ...NO_BANS, antiCheatBanned: true, numberOfAntiCheatBans: 1 },
        },
      ],
    ]);
    expect(given.accounts.updates.at(-1)).toMatchObject({ isChanged: false });
  });
});

describe("the quota", () => {
  test("is never passed, by any number of processes, and restarts the next day", async () => {
    const given = world({ callsPerDay: 5 });
    put(given, 1, 1000);
    const outcomes = await Promise.all([round(given), round(given), round(given)]);
    expect(outcomes.every((outcome) => outcome.kind === "round" && outcome.ended === "quotaUsed")).toBe(true);
    expect(stub.seen).toHaveLength(4);
    expect(await platformStatus(given)).toMatchObject({ state: "quotaUsed", callsToday: 4, callsPerDay: 5 });
    pass(DAY_MS);
    expect(await platformStatus(given)).toMatchObject({ state: "working", callsToday: 0 });
    expect(await round(given)).toMatchObject({ ended: "quotaUsed", calls: 4 });
  });
});

const oddities: readonly Misbehaviour[] = [
  "htmlForbidden",
  "htmlBadRequest",
  "tooMany",
  { tooMany: "600" },
  "serverError",
  { unavailable: "600" },
  "cutJson",
  "htmlOk",
  "noPlayers",
  "wrongTypes",
  "huge",
  "redirect",
  "hangUp",
];

describe("when Steam fails", () => {
  test.each(oddities)("the last good values stay, no key is logged, and it recovers: %j", async (misbehaviour) => {
    const given = world();
    put(given, 1, 3);
    await round(given);
    const lastGoodAt = now;
    const good = structuredClone(given.accounts.rows);
    pass(31 * DAY_MS);
    stub.misbehave = () => misbehaviour;
    expect(await round(given)).toMatchObject({ checked: 0, changed: 0, problems: 1, calls: 2 });
    const kept = [...given.accounts.rows.values()].map(({ heldUntil: _held, ...row }) => row);
    expect(kept).toEqual([...good.values()].map(({ heldUntil: _held, ...row }) => row));

    const status = await platformStatus(given);
    expect(status).toMatchObject({ lastGoodAt, lastProblem: { at: now, says: expect.stringMatching(/^Steam .*\.$/) } });
    const warning = given.log.entries.find(({ level }) => level === "warn");
    expect(warning?.message).toBe(status.lastProblem?.says);
    expect(inspect([given.log.entries, status, given.accounts.states], { depth: null })).not.toContain(stub.key);

    stub.misbehave = () => undefined;
    pass(DAY_MS);
    expect(await round(given)).toMatchObject({ ended: "done", checked: 3, problems: 0 });
    const recovered = await platformStatus(given);
    expect(recovered).toMatchObject({ state: "working", lastGoodAt: now });
    expect(recovered).not.toHaveProperty("lastProblem");
  });

  test("in one method alone, the other's answer counts and both are asked again", async () => {
    const given = world();
    put(given, 1, 1);
    stub.misbehave = (method) => (method === "bans" ? "serverError" : undefined);
    expect(await round(given)).toMatchObject({ checked: 0, changed: 1, problems: 1 });
    const row = given.accounts.rows.get(steamIdOf(1));
    expect([row?.summary?.name, row?.bans, row?.checkedAt]).toEqual(["player 1", null, null]);
    stub.misbehave = () => undefined;
    pass(11 * MINUTE_MS);
    expect(await round(given)).toMatchObject({ checked: 1 });
  });

  test("for one batch, the others are asked about all the same", async () => {
    const given = world();
    put(given, 1, 300);
    stub.misbehave = (_method, call) => (call <= 2 ? "serverError" : undefined);
    expect(await round(given)).toMatchObject({ ended: "done", checked: 200, problems: 1 });
    pass(11 * MINUTE_MS);
    expect(await round(given)).toMatchObject({ checked: 100 });
  });

  test("three times in a row, it is left alone for a while", async () => {
    const given = world();
    put(given, 1, 1000);
    stub.misbehave = () => "serverError";
    expect(await round(given)).toMatchObject({ ended: "paused", problems: 3, calls: 6 });
    expect(await round(given)).toMatchObject({ ended: "paused", calls: 0 });
    pass(MINUTE_MS);
    expect(await round(given)).toMatchObject({ ended: "paused", calls: 2 });
  });

  test("of some accounts alone, the others are kept and the problem is reported", async () => {
    const given = world();
    put(given, 1, 2);
    stub.accounts.set(steamIdOf(2), { banMembers: { VACBanned: "no" } });
    expect(await round(given)).toMatchObject({ checked: 2, problems: 1 });
    expect(await platformStatus(given)).toMatchObject({ state: "working", lastProblem: { at: now } });
    expect(given.accounts.rows.get(steamIdOf(2))).toMatchObject({ bans: null, bansAt: null, checkedAt: now });
  });
});

describe("a pause", () => {
  test("by 429 lasts as long as Steam says, for all processes", async () => {
    const given = world();
    put(given, 1, 1000);
    stub.misbehave = () => ({ tooMany: "7200" });
    expect(await round(given)).toMatchObject({ ended: "paused", calls: 2 });
    stub.misbehave = () => undefined;
    const pausedUntil = plusMillis(now, 2 * HOUR_MS);
    expect(await platformStatus(given)).toMatchObject({ state: "paused", pausedUntil });
    pass(2 * HOUR_MS - 1);
    expect(await round({ ...world(), accounts: given.accounts })).toMatchObject({ calls: 0 });
    expect(await round(given)).toMatchObject({ ended: "paused", calls: 0 });
    pass(1);
    expect(await round(given)).toMatchObject({ ended: "done", checked: 1000 });
  });

  test("by a refused key ends after an hour, or at once with another key", async () => {
    const given = world({ steam: client("WRONGKEY") });
    put(given, 1, 1);
    expect(await round(given)).toMatchObject({ ended: "paused", problems: 1 });
    pass(HOUR_MS - 1);
    expect(await round(given)).toMatchObject({ ended: "paused", calls: 0 });
    expect(await round({ ...given, steam: client(stub.key) })).toMatchObject({ ended: "done", checked: 1 });
    expect(inspect([given.log.entries, given.accounts.states], { depth: null })).not.toContain("WRONGKEY");
  });
});
