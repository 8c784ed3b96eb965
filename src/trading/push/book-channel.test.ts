/** `book/<code>`: a follower's book after its messages equals the book, however many of them it skipped. */
import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { marketCluster, topOf } from "../../../test/support/market-cluster.ts";
import { eventually, plainFollower, pushWorld, type Heard } from "../../../test/support/push-world.ts";
import { FREE_PLAN } from "../billing/index.ts";
import type { Caller } from "../caller.ts";
import { BookChannel } from "./channels/book-channel.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const CODE = "simalpha-btcusdt";
const CHANNEL = `book/${CODE}`;

/** Levels of a side, from the best: each a unit further away, with quantity 1. */
const levels = (best: number, step: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => [best + at * step, 1]).flat();

/** A caller whose plan refreshes books this often. */
function onPlan(refreshMs: number): Caller {
  const { limits } = FREE_PLAN;
  const plan = {
    ...FREE_PLAN,
    limits: { ...limits, strategies: { ...limits.strategies, orderbook_refresh: refreshMs } },
  };
  return { uid: refreshMs, ownerUid: refreshMs, credential: { kind: "key", id: "1" }, plan } as Caller;
}

const byKey = ({ headers }: { headers: object }) => {
  const { key } = headers as { key?: string };
  return key === undefined ? undefined : onPlan(Number(key));
};

async function bookWorld() {
  const clock = manualClock();
  const world = await pushWorld({ clock, byKey });
  world.market.list(CODE);
  const follow = async (key?: string) => {
    const one = await plainFollower(world.port, key === undefined ? {} : { headers: { key } });
    one.say({ subscribe: CHANNEL });
    await eventually(() => one.newest(CHANNEL)).toBeDefined();
    return { ...one, told: () => one.heard.filter(({ channel }) => channel === CHANNEL) };
  };
  const set = (bids: readonly number[], asks: readonly number[]) => world.market.setDepth(CODE, { bids, asks });
  return { ...world, clock, follow, set };
}

/** A follower's book after these messages. */
function held(messages: readonly Heard[]): unknown {
  const sides = { asks: new Map<number, number>(), bids: new Map<number, number>() };
  for (const { data } of messages) {
    if (data === null || data.kind === "snapshot") for (const side of Object.values(sides)) side.clear();
    if (data === null) continue;
    for (const name of ["asks", "bids"] as const) {
      for (const [price, quantity] of data[name]) {
        if (quantity === 0) sides[name].delete(price);
        else sides[name].set(price, quantity);
      }
    }
  }
  const asks = [...sides.asks].toSorted(([one], [other]) => one - other);
  const bids = [...sides.bids].toSorted(([one], [other]) => other - one);
  return { asks, bids };
}

describe("a book", () => {
  test("comes as a snapshot, then as changes, as deep as the caller may see", async () => {
    const { clock, follow, set } = await bookWorld();
    set(levels(100, -1, 60), levels(101, 1, 60));
    const [visitor, owner] = [await follow(), await follow("100")];
    expect(visitor.newest(CHANNEL)).toMatchObject({ seq: 1, data: { kind: "snapshot", levels: 10 } });
    expect(visitor.newest(CHANNEL)?.["data"].asks).toHaveLength(10);
    expect(owner.newest(CHANNEL)?.["data"].bids).toHaveLength(50);
    set([100, 2, ...levels(98, -1, 60)], levels(102, 1, 60));
    await clock.advance(100);
    await eventually(() => owner.newest(CHANNEL)?.seq).toBe(2);
    expect(owner.newest(CHANNEL)?.["data"]).toMatchObject({
      kind: "changes",
      asks: [
        [151, 1],
        [101, 0],
      ],
      bids: [
        [100, 2],
        [50, 1],
        [99, 0],
      ],
    });
    for (const { told, deep } of [
      { ...visitor, deep: 10 },
      { ...owner, deep: 50 },
    ]) {
      await eventually(() => held(told())).toEqual({
        asks: Array.from({ length: deep }, (_, at) => [102 + at, 1]),
        bids: [[100, 2], ...Array.from({ length: deep - 1 }, (_, at) => [98 - at, 1])],
      });
    }
  });

  test("comes no more often than the plan's books are refreshed", async () => {
    const { clock, follow, set } = await bookWorld();
    set(levels(100, -1, 3), levels(101, 1, 3));
    const [quick, slow] = [await follow("50"), await follow("500")];
    for (let change = 1; change <= 10; change++) {
      // Several within a tenth of a second.
      for (const more of [0, 1, 2]) set(levels(100, -1, 3), levels(101 + change + more, 1, 3));
      await clock.advance(100);
      await eventually(() => quick.told().length).toBe(1 + change);
    }
    await eventually(() => held(slow.told())).toEqual(held(quick.told()));
    expect(slow.told()).toHaveLength(3);
    expect(slow.told().map(({ seq }) => seq)).toEqual([1, 2, 3]);
    // Nothing has changed.
    await clock.advance(3_000);
    quick.say({ ping: 1 });
    await eventually(() => quick.heard.at(-1)).toMatchObject({ pong: 1 });
    expect(quick.told()).toHaveLength(11);
  });

  test("that is not usable has no levels and says why, and begins again with a snapshot", async () => {
    const { clock, market, follow, set } = await bookWorld();
    const one = await follow("100");
    expect(one.newest(CHANNEL)).toMatchObject({ seq: 1, data: null, state: "none" });
    set(levels(100, -1, 3), levels(101, 1, 3));
    for (const state of ["crossed", "stale"] as const) {
      await clock.advance(100);
      await eventually(() => one.newest(CHANNEL)).toMatchObject({ data: { kind: "snapshot", levels: 50 } });
      market.setTop(CODE, { state });
      await clock.advance(100);
      await eventually(() => one.newest(CHANNEL)).toMatchObject({ data: null, state });
      market.setTop(CODE, { state: "live" });
    }
    // A side without levels is an empty side.
    set([], levels(101, 1, 1));
    await clock.advance(100);
    await eventually(() => held(one.told())).toEqual({ asks: [[101, 1]], bids: [] });
    expect(one.told().map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

test("the book of another process is `best-only` until that process tells it, as deep as it is", async () => {
  const { process, mirror, until } = marketCluster(db, "bk1");
  const keeper = process("a");
  await until(() => keeper.exchange.watched !== undefined);
  keeper.exchange.says.book("btcusdt", { bids: [99, 1, 98, 2], asks: [100, 1, 101, 5], sequence: 0, atMs: 5 });
  const follower = mirror();
  await until(() => topOf(follower, "bk1-btcusdt")?.state === "live");
  const listing = follower.view.listing("bk1-btcusdt");
  if (!listing) throw new Error("it is there");
  const channel = new BookChannel("book/bk1-btcusdt", follower.view, listing, { levels: 10, paceMs: 100 });
  channel.refresh();
  expect([channel.data(-1), channel.remark()]).toEqual([undefined, ',"state":"best-only"']);
  const end = channel.watch();
  await until(() => channel.refresh() && channel.data(-1) !== undefined);
  expect(JSON.parse(channel.data(-1) ?? "")).toMatchObject({
    kind: "snapshot",
    asks: [
      [100, 1],
      [101, 5],
    ],
    bids: [
      [99, 1],
      [98, 2],
    ],
  });
  end();
  await until(() => channel.refresh() && channel.data(-1) === undefined);
});
