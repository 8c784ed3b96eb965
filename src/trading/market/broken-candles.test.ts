/** A minute in which the stream of trades broke is repaired from the exchange, or named. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { DayExchange } from "../../../test/support/day-exchange.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { tapeMarket } from "../../../test/support/tape-market.ts";
import { tapeWorld, type TapeWorld } from "../../../test/support/tape-world.ts";
import { candleHistory } from "./candle-history.ts";

const DAY = Date.parse("2026-03-02T00:00:00Z");
const MINUTE = 60_000;
const CODE = "alpha-btcusdt";
const MINUTES = 6;

/** One trade of each minute is not seen when the stream is broken at its 21st second: the highest one. */
const truth = Array.from({ length: MINUTES }, (_, minute) => ({
  startMs: DAY + minute * MINUTE,
  open: 10,
  high: 50,
  low: 10,
  close: 12,
  volume: 3,
}));

let world: TapeWorld;
beforeEach(async () => {
  world = await tapeWorld([CODE], DAY);
});
afterEach(() => world.close());

/** Breaks the stream of trades in one minute, and in the next one the same without a trade on either side. */
async function record(broken: number, isQuiet = false): Promise<void> {
  const { market, clock } = world;
  market.setTradeFlow(CODE, undefined);
  for (let minute = 0; minute < MINUTES; minute++) {
    market.set(CODE, { bid: 1, ask: 100 });
    if (!isQuiet) market.trade(CODE, { price: 10 });
    await clock.advance(20_000);
    const isBroken = minute === broken;
    if (isBroken) {
      market.setState(CODE, "stale");
      market.setTradeFlow(CODE, clock.now() / 1_000);
    }
    await clock.advance(1_000);
    if (!isQuiet && !isBroken) market.trade(CODE, { price: 50 });
    await clock.advance(3_000);
    if (isBroken) {
      market.set(CODE, { bid: 1, ask: 100 });
      market.setTradeFlow(CODE, undefined);
    }
    if (!isQuiet) market.trade(CODE, { price: 12 });
    await clock.advance(36_000);
  }
  await clock.advance(10_000);
}

const END = DAY + MINUTES * MINUTE;
const history = (exchanges: DayExchange[]) =>
  candleHistory({
    tape: world.tape,
    market: tapeMarket([CODE], world.clock),
    exchanges,
    clock: manualClock(END + 10_000),
  });
const exchange = (): DayExchange =>
  new DayExchange("alpha", { minutes: truth, page: 1_000, pages: "next", keptFromMs: 0 });

test.each([["memory"], ["files"]])("the candle is the exchange's, the others are ours, read from %s", async (from) => {
  await record(2);
  if (from === "files") await world.again({}, END + 10_000);
  const { ms, high, volume, gaps } = await history([exchange()]).candles(CODE, "1m", DAY, END);
  expect([...ms]).toEqual(truth.map(({ startMs }) => startMs));
  expect([...high]).toEqual([50, 50, 50, 50, 50, 50]);
  expect([...volume]).toEqual([3, 3, 3, 3, 3, 3]);
  expect(gaps).toEqual([]);
});

test("the minute is a gap where no exchange can be asked, and no other is", async () => {
  await record(2);
  const { high, gaps } = await history([]).candles(CODE, "1m", DAY, END);
  expect([...high]).toEqual([50, 50, 12, 50, 50, 50]);
  expect(gaps).toEqual([{ fromMs: DAY + 2 * MINUTE, toMs: DAY + 3 * MINUTE, reason: "not_recorded" }]);
});

test("a minute without a trade that was seen is one as well", async () => {
  await record(3, true);
  const { ms, gaps } = await history([]).candles(CODE, "1m", DAY, END);
  expect([...ms]).toEqual([]);
  expect(gaps).toEqual([{ fromMs: DAY + 3 * MINUTE, toMs: DAY + 4 * MINUTE, reason: "not_recorded" }]);
});

test("a break that was noticed late is one of the minutes before, though their candles were written", async () => {
  const { market, clock } = world;
  market.setTradeFlow(CODE, undefined);
  for (let minute = 0; minute < MINUTES; minute++) {
    market.set(CODE, { bid: 1, ask: 100 });
    market.trade(CODE, { price: 10 });
    await clock.advance(30_000);
    if (minute === 3) market.setTradeFlow(CODE, DAY + MINUTE + 30_000);
    if (minute === 4) market.setTradeFlow(CODE, undefined);
    await clock.advance(30_000);
  }
  await clock.advance(10_000);
  const { gaps } = await history([]).candles(CODE, "1m", DAY, END);
  expect(gaps).toEqual([{ fromMs: DAY + MINUTE, toMs: DAY + 5 * MINUTE, reason: "not_recorded" }]);
});
