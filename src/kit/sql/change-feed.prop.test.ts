import fc from "fast-check";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { holdTransaction, type HeldTransaction } from "../../../test/support/held-transaction.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { systemClock } from "../time/clock.ts";
import { ChangeFeed } from "./change-feed.ts";
import { appendChanges } from "./outbox.ts";

const { open } = await testDatabase({ rooms: ["kit"] });
const db = open({ maxConnections: 24 });

type Step =
  | { readonly kind: "begin" | "look" | "follow" }
  | { readonly kind: "append"; readonly which: number; readonly count: number }
  | { readonly kind: "end"; readonly which: number; readonly commit: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("begin" as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("look" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("follow" as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("append" as const),
      which: fc.nat(),
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("end" as const), which: fc.nat(), commit: fc.boolean() }) },
);

interface Open {
  readonly held: HeldTransaction;
  readonly wrote: number[];
}

/** A follower, and the changes that it must have received: all that is committed after it took its position. */
interface Follower {
  readonly feed: ChangeFeed;
  readonly told: number[];
  readonly due: Set<number>;
}

test("whatever the order of commits, every follower gets every commit and nothing else", async () => {
  let next = 0;
  const run = async (steps: readonly Step[]): Promise<void> => {
    const running: Open[] = [];
    const followers: Follower[] = [];
    const committed = new Set<number>();
    const follow = async (): Promise<void> => {
      const told: number[] = [];
      const feed: ChangeFeed = new ChangeFeed({
        db,
        topics: ["t"],
        clock: systemClock(),
        log: keptLog(),
        pollMs: 3_600_000,
        onLost: () => feed.position(),
      });
      const position = await feed.position();
      followers.push({ feed, told, due: new Set() });
      feed.start(position, async (changes) => void told.push(...changes.map((change) => Number(change.payload))));
    };
    const end = async ({ held, wrote }: Open, commit: boolean): Promise<void> => {
      await (commit ? held.commit() : held.rollback());
      if (!commit) return;
      for (const number of wrote) {
        committed.add(number);
        for (const follower of followers) follower.due.add(number);
      }
    };
    const look = async (): Promise<void> => {
      await Promise.all(followers.map(({ feed }) => feed.catchUp()));
      for (const { told, due } of followers) {
        expect(new Set(told)).toEqual(due);
        expect(told).toHaveLength(due.size);
        expect(told.every((number) => committed.has(number))).toBe(true);
      }
    };
    try {
      await follow();
      for (const action of steps) {
        if (action.kind === "begin" && running.length < 16) {
          // Half of them take their id at once, the others when they first append.
          const first = next++ % 2 === 0 ? "select 1 as one" : "select pg_current_xact_id()::text";
          const held = await holdTransaction(db, (tx) => tx.query({ name: first, text: first }));
          running.push({ held, wrote: [] });
        } else if (action.kind === "append" && running.length > 0) {
          const { held, wrote } = running[action.which % running.length] as Open;
          const numbers = Array.from({ length: action.count }, () => next++);
          await held.run((tx) => appendChanges(tx, "test", "t", numbers));
          wrote.push(...numbers);
        } else if (action.kind === "end" && running.length > 0) {
          const [ended] = running.splice(action.which % running.length, 1) as [Open];
          await end(ended, action.commit);
        } else if (action.kind === "look") {
          await look();
        } else if (action.kind === "follow" && followers.length < 3) {
          await follow();
        }
      }
      for (const [index, ended] of running.splice(0).entries()) await end(ended, index % 2 === 0);
      await look();
    } finally {
      for (const { held } of running) await held.rollback();
      await Promise.all(followers.map(({ feed }) => feed.stop()));
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 60, size: "max" }), run), { numRuns: 60 });
});
