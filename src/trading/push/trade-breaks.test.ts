/** Each trade comes once; where the exchange's stream broke, followers learn that some may be missing. */
import { expect, test } from "vitest";
import { eventually, plainFollower, pushWorld } from "../../../test/support/push-world.ts";
import type { TradeFlowListener } from "../market/index.ts";

const CODE = "simalpha-btcusdt";
const NAME = `trades/${CODE}`;
const MS = 1_700_000_000_000;

async function world() {
  const listeners = new Set<TradeFlowListener>();
  const on = (listener: TradeFlowListener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const { port, market } = await pushWorld({ tradeFlow: { on } });
  market.list(CODE);
  const trade = (id: string): void => market.addTrade(CODE, { id, price: 1, quantity: 2 });
  const tell = (sinceMs: number | undefined): void => {
    const listing = market.listing(CODE);
    for (const listener of listeners) if (listing) listener(listing, sinceMs);
  };
  const follow = async () => {
    const one = await plainFollower(port);
    one.say({ subscribe: NAME });
    await eventually(() => one.newest(NAME)?.seq).toBe(1);
    return one;
  };
  return { market, trade, tell, follow };
}

test("a break is announced at once, with the last moment before which nothing is missing, and only once", async () => {
  const { trade, tell, follow } = await world();
  trade("a");
  const one = await follow();
  expect(one.newest(NAME)).not.toHaveProperty("broken");
  tell(MS + 5);
  await eventually(() => one.newest(NAME)).toMatchObject({ seq: 2, data: [], broken: MS + 5 });
  // The earliest moment counts until a trade comes.
  tell(MS + 9);
  tell(undefined);
  trade("b");
  await eventually(() => one.newest(NAME)).toMatchObject({ seq: 3, data: [[1, 2, MS, "b"]] });
  expect(one.newest(NAME)).not.toHaveProperty("broken");
  tell(MS + 20);
  await eventually(() => one.newest(NAME)).toMatchObject({ seq: 4, data: [], broken: MS + 20 });
});

test("a follower that comes later learns of a break among the trades that it gets", async () => {
  const { trade, tell, follow } = await world();
  await follow();
  trade("a");
  tell(MS + 5);
  trade("b");
  const late = await follow();
  expect(late.newest(NAME)).toMatchObject({ seq: 1, broken: MS + 5 });
  expect(late.newest(NAME)?.data.map(([, , , id]: unknown[]) => id)).toEqual(["a", "b"]);
  for (let at = 0; at < 120; at++) trade(`c${at}`);
  const last = await follow();
  expect(last.newest(NAME)?.data).toHaveLength(100);
  expect(last.newest(NAME)).not.toHaveProperty("broken");
});

test("the first follower after a break learns of it as well, and of a second one before the next trade", async () => {
  const { market, trade, tell, follow } = await world();
  trade("a");
  market.breakTrades(CODE, MS + 5);
  trade("b");
  market.breakTrades(CODE, MS + 7);
  const one = await follow();
  expect(one.newest(NAME)).toMatchObject({ seq: 1, broken: MS + 5 });
  expect(one.newest(NAME)?.data).toHaveLength(2);
  // It is the break that the snapshot ended with.
  tell(MS + 9);
  trade("c");
  await eventually(() => one.newest(NAME)).toMatchObject({ seq: 2, data: [[1, 2, MS, "c"]] });
  expect(one.newest(NAME)).not.toHaveProperty("broken");
});
