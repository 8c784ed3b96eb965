import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { holdTransaction } from "../../../test/support/held-transaction.ts";
import { manualFeeds } from "../../../test/support/manual-feeds.ts";
import { plusMillis } from "../time/instant.ts";
import { appendChanges, INSERT_INTO_OUTBOX, KEPT_ROWS, trimOutbox } from "./outbox.ts";
import { isUnavailable } from "./query-error.ts";

const { db } = await testDatabase({ rooms: ["kit"] });
const { clock, feedOf, startedFeed, append, publish, many } = manualFeeds(db);

/** Waits until every transaction of the whole server that has an id by now is over; other test files have some, too. */
async function allIsOver(): Promise<void> {
  const [now] = await db.query<{ xid: string }>({ name: "xid", text: "select pg_current_xact_id()::text as xid" });
  const over = {
    name: "over",
    text: "select pg_snapshot_xmin(pg_current_snapshot()) > $1::text::xid8 as over",
    values: [now?.xid],
  };
  await expect.poll(() => db.query(over)).toEqual([{ over: true }]);
}

describe("ChangeFeed", () => {
  test("catchUp resolves when all that was committed before has been applied, in order, with all it says", async () => {
    const { feed, changes } = await startedFeed();
    await publish({ id: 1 }, "two");
    await publish(null);
    await feed.catchUp();
    expect(changes.map((change) => change.payload)).toEqual([{ id: 1 }, "two", null]);
    expect(changes[0]).toMatchObject({ origin: "test", topic: "t", seq: expect.any(Number), at: expect.any(Number) });
    await feed.catchUp();
    expect(changes).toHaveLength(3);
  });

  test("passes over other topics", async () => {
    const { feed, seen } = await startedFeed();
    await db.transaction((tx) => appendChanges(tx, "test", "other", [1]));
    await publish(2);
    await feed.catchUp();
    expect(seen()).toEqual([2]);
  });

  test("never skips a change that becomes visible after ones with higher numbers", async () => {
    const { feed, seen } = await startedFeed();
    const slow = await holdTransaction(db, append("slow"));
    const slower = await holdTransaction(db, append("slower"));
    await publish("quick");
    await feed.catchUp();
    expect(seen()).toEqual(["quick"]);
    await slower.commit();
    await feed.catchUp();
    await publish("later");
    await feed.catchUp();
    await slow.commit();
    await feed.catchUp();
    expect(seen()).toEqual(["quick", "slower", "later", "slow"]);
  });

  test("nor one whose transaction is younger than the one that drew the next number", async () => {
    const { feed, seen } = await startedFeed();
    const takeId = { name: "take_id", text: "select pg_current_xact_id()::text" };
    const older = await holdTransaction(db, (tx) => tx.query(takeId));
    const younger = await holdTransaction(db, append("lower number, higher id"));
    await older.run(append("higher number, lower id"));
    await older.commit();
    for (let look = 0; look < 3; look++) await feed.catchUp();
    expect(seen()).toEqual(["higher number, lower id"]);
    await younger.commit();
    await feed.catchUp();
    expect(seen()).toContain("lower number, higher id");
  });

  test("gives up the numbers of transactions that were rolled back", async () => {
    const { feed, seen, changes } = await startedFeed();
    for (const end of ["rollback", "commit", "rollback"] as const) {
      const held = await holdTransaction(db, append(end));
      await publish("x");
      await feed.catchUp();
      await held[end]();
    }
    await allIsOver();
    await feed.catchUp();
    expect(seen()).toEqual(["x", "x", "commit", "x"]);
    // A number that comes back after it was given up, as no transaction can do it, is not looked for any more.
    const given = Math.max(...changes.map((change) => change.seq)) - 1;
    await db.execute({
      name: "impossible",
      text: "insert into kit.outbox (seq, origin, topic, payload) values ($1, 'test', 't', '0')",
      values: [given],
    });
    await feed.catchUp();
    expect(seen()).not.toContain(0);
  });

  test("position includes what is in flight when it is taken", async () => {
    const held = await holdTransaction(db, append("in flight"));
    await publish("before");
    const { feed, seen, apply } = feedOf();
    const position = await feed.position();
    await publish("after");
    feed.start(position, apply);
    await feed.catchUp();
    expect(seen()).toEqual(["after"]);
    await held.commit();
    await feed.catchUp();
    expect(seen()).toEqual(["after", "in flight"]);
  });

  test("gives at most 1,000 changes at once, and all of them", async () => {
    const sizes: number[] = [];
    const { feed } = feedOf();
    feed.start(await feed.position(), async (batch) => void sizes.push(batch.length));
    const held = await holdTransaction(db, (tx) =>
      tx.execute({
        name: "many_in_flight",
        text: `${INSERT_INTO_OUTBOX} select 'test', 't', to_jsonb(n) from generate_series(1, 2500) n`,
      }),
    );
    await many("t", 2_500);
    await feed.catchUp();
    await held.commit();
    await allIsOver();
    await feed.catchUp();
    expect(Math.max(...sizes)).toBe(1_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(5_000);
  });

  test("applies the same batch again until it succeeds, and logs each failure", async () => {
    const { feed, log, changes, apply } = feedOf();
    let failures = 2;
    feed.start(await feed.position(), async (batch) => {
      if (failures-- > 0) throw new Error("not now");
      await apply(batch);
    });
    await publish("once");
    await feed.catchUp();
    expect(changes.map((change) => change.payload)).toEqual(["once"]);
    expect(log.entries.map((entry) => entry.message)).toEqual(
      Array.from({ length: 2 }, () => "the change feed could not apply changes"),
    );
  });

  test("looks on its own, and at once when it is woken or hinted", async () => {
    const polled = await startedFeed({ pollMs: 5 });
    let hint: () => void = () => undefined;
    let subscribed = 0;
    const subscribeHint = (wake: () => void) => {
      subscribed++;
      hint = wake;
      return () => void subscribed--;
    };
    const hinted = await startedFeed({ subscribeHint });
    await hinted.feed.catchUp();
    await publish("news");
    hint();
    await expect.poll(() => [polled.seen(), hinted.seen()]).toEqual([["news"], ["news"]]);
    await hinted.feed.stop();
    expect(subscribed).toBe(0);
  });

  test("restarts when changes after its position were trimmed away", async () => {
    const { feed, changes, apply } = feedOf({ onLost: () => feed.position() });
    const position = await feed.position();
    await many("t", KEPT_ROWS + 10);
    await trimOutbox(db, plusMillis(clock.now(), 60_000));
    feed.start({ ...position, gaps: [] }, apply);
    await feed.catchUp();
    expect(changes).toEqual([]);
    await publish("new");
    await feed.catchUp();
    expect(changes.map((change) => change.payload)).toEqual(["new"]);
  });

  test("restarts when a number that it still looks for may have been trimmed away", async () => {
    const { feed, changes, log, apply } = feedOf({ onLost: () => feed.position() });
    const position = await feed.position();
    const held = await holdTransaction(db, append("in flight"));
    await publish("seen");
    feed.start({ ...position, gaps: [] }, apply);
    await feed.catchUp();
    await many("other", KEPT_ROWS);
    await feed.catchUp();
    await trimOutbox(db, plusMillis(clock.now(), 60_000));
    await feed.catchUp();
    await held.rollback();
    expect(changes.map((change) => change.payload)).toEqual(["seen"]);
    expect(log.entries.map((entry) => entry.level)).toEqual(["warn"]);
  });

  test("stop waits for a running apply, and fails callers that wait to catch up", async () => {
    const { feed } = feedOf();
    let entered: () => void = () => undefined;
    let leave: () => void = () => undefined;
    const inside = new Promise<void>((resolve) => (entered = resolve));
    let applied = false;
    feed.start(await feed.position(), async () => {
      entered();
      await new Promise<void>((resolve) => (leave = resolve));
      applied = true;
    });
    await publish("slow");
    const waiting = expect(feed.catchUp()).rejects.toThrow("not running");
    await inside;
    const late = await feed.catchUp(1).catch((error: unknown) => error);
    expect(String(late)).toContain("within 1 ms");
    expect(late).toSatisfy(isUnavailable);
    const stopping = feed.stop();
    leave();
    await stopping;
    expect(applied).toBe(true);
    await waiting;
    await expect(feed.catchUp()).rejects.toThrow("not running");
  });
});
