/** Candles of a recorded day with holes, against a naive twin that knows every minute of it. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { DayExchange, wholeCandles, type DayExchangeOptions } from "../../../test/support/day-exchange.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { tapeMarket } from "../../../test/support/tape-market.ts";
import { TAPE_OPTIONS, tapeWorld, type TapeWorld } from "../../../test/support/tape-world.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { ExchangeFailure, type Candle } from "../exchanges/index.ts";
import type { CandleHistory, CandleInterval } from "../indicators/index.ts";
import { emptyCandles, importFiles, openTape, type Tape } from "../tape/index.ts";
import { candleHistory } from "./candle-history.ts";

const DAY = Date.parse("2026-03-02T00:00:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MINUTES_OF_DAY = 1_440;
const CODE = "alpha-btcusdt";
const NOW = DAY + MINUTES_OF_DAY * MINUTE;

/** The recorder is off in these, from one minute up to another: 400 minutes in the middle, and two short ones. */
const HOLES = [
  [120, 123],
  [500, 900],
  [1_201, 1_260],
] as const;
/** A flush is in time for the row that was written when this minute, the last before a hole, had ended. */
const FLUSHED_MINUTE = 1_200;
const isRecorded = (minute: number): boolean => !HOLES.some(([from, to]) => minute >= from && minute < to);

/** Of three minutes one at least has a trade; of those in the middle of each hour many have none. */
const truth = new Map<number, Candle>();
for (let minute = 0; minute < MINUTES_OF_DAY; minute++) {
  if (minute % 3 !== 0 && (minute * 7) % 5 < 2) continue;
  const price = 100 + ((minute * 37) % 91);
  const startMs = DAY + minute * MINUTE;
  truth.set(minute, { startMs, open: price, high: price + 2, low: price - 1, close: price + 1, volume: 4 });
}

let world: TapeWorld;

beforeAll(async () => {
  world = await tapeWorld([CODE], DAY);
  for (let minute = 0; minute < MINUTES_OF_DAY; minute++) {
    if (isRecorded(minute) && !isRecorded(minute - 1)) await world.continue(DAY + minute * MINUTE);
    if (!isRecorded(minute)) continue;
    world.market.set(CODE, { bid: 100, ask: 101 });
    const candle = truth.get(minute);
    for (const price of candle ? [candle.open, candle.high, candle.low, candle.close] : []) {
      world.market.trade(CODE, { price });
      await world.clock.advance(10);
    }
    const rest = DAY + (minute + 1) * MINUTE - world.clock.now() / 1_000;
    await world.clock.advance(rest);
    if (minute === FLUSHED_MINUTE) await world.tape.flush();
  }
  await world.continue(NOW);
});
afterAll(() => world.close());

const dayExchange = (options: Partial<DayExchangeOptions> = {}): DayExchange =>
  new DayExchange("alpha", { minutes: [...truth.values()], page: 1_000, pages: "next", keptFromMs: 0, ...options });

function historyOf(exchanges: DayExchange[], tape: Pick<Tape, "candles" | "hasImports"> = world.tape, nowMs = NOW) {
  return candleHistory({ tape, market: tapeMarket([CODE], world.clock), exchanges, clock: manualClock(nowMs) });
}

const rowsOf = ({ ms, open, high, low, close, volume }: CandleHistory): Candle[] =>
  [...ms].map((startMs, row) => {
    const [o = 0, h = 0, l = 0, c = 0, v = 0] = [open, high, low, close, volume].map((column) => column[row] ?? -1);
    return { startMs, open: o, high: h, low: l, close: c, volume: v };
  });

/**
 * The twin's answer, minute by minute: a candle of each interval from every minute that is recorded or can be fetched.
 */
function twin(lengthMs: number, isHad: (minute: number) => boolean): { candles: Candle[]; gapMinutes: number[] } {
  const minutes = Array.from({ length: MINUTES_OF_DAY }, (_, minute) => minute);
  const isThere = (minute: number): boolean => isRecorded(minute) || isHad(minute);
  return {
    candles: wholeCandles(
      minutes.filter(isThere).flatMap((minute) => truth.get(minute) ?? []),
      lengthMs,
    ),
    gapMinutes: minutes.filter((minute) => !isThere(minute)),
  };
}

/**
 * The minutes that begin in a gap, and the one in which it begins. A gap begins a millisecond after the last minute where a flush
 * has taken the row of that moment: the row that ends it is then the next one.
 */
const gapMinutesOf = ({ gaps }: CandleHistory): number[] => {
  const minutes: number[] = [];
  for (const { fromMs, toMs } of gaps) {
    for (let at = fromMs - (fromMs % MINUTE); at < toMs; at += MINUTE) minutes.push((at - DAY) / MINUTE);
  }
  return minutes;
};

const LENGTHS = [
  ["1m", MINUTE],
  ["5m", 5 * MINUTE],
  ["15m", 15 * MINUTE],
  ["1h", HOUR],
] as const satisfies [CandleInterval, number][];

describe("a recorded day with holes", () => {
  test.each(LENGTHS)(
    "is whole in candles of %s where the exchange has the rest, whatever its pages",
    async (interval, lengthMs) => {
      const expected = twin(lengthMs, () => true);
      for (const pages of ["next", "window"] as const) {
        for (const page of [1_000, 300, 150]) {
          const exchange = dayExchange({ pages, page });
          const answer = await historyOf([exchange]).candles(CODE, interval, DAY, NOW);
          expect(rowsOf(answer)).toEqual(expected.candles);
          expect(answer.gaps).toEqual([]);
          expect(exchange.asked.length).toBeLessThan(16);
        }
      }
    },
  );

  test.each(LENGTHS)(
    "names what is missing in candles of %s where no exchange can be asked",
    async (interval, lengthMs) => {
      const expected = twin(lengthMs, () => false);
      const answer = await historyOf([]).candles(CODE, interval, DAY, NOW);
      expect(rowsOf(answer)).toEqual(expected.candles);
      expect(gapMinutesOf(answer)).toEqual(expected.gapMinutes);
      expect(answer.gaps.map(({ reason }) => reason)).toEqual(["not_recorded", "not_recorded", "not_recorded"]);
    },
  );

  test.each(["next", "newest"] as const)("names what is older than the exchange keeps (%s)", async (pages) => {
    // Minute 720 has a trade: what comes before the first candle of an exchange is never known.
    const exchange = dayExchange({ pages, page: 720, keptFromMs: DAY + 720 * MINUTE });
    const expected = twin(MINUTE, (minute) => minute >= 720);
    const answer = await historyOf([exchange]).candles(CODE, "1m", DAY, NOW);
    expect(rowsOf(answer)).toEqual(expected.candles);
    expect(gapMinutesOf(answer)).toEqual(expected.gapMinutes);
    expect(new Set(answer.gaps.map(({ reason }) => reason))).toEqual(new Set(["exchange_has_none"]));
  });

  test("names what an exchange that stops answering had not told, and asks again for that alone", async () => {
    const exchange = dayExchange({ page: 100 });
    exchange.failsFrom = 4;
    const history = historyOf([exchange]);
    const answer = await history.candles(CODE, "1m", DAY, NOW);
    expect(answer.gaps.map(({ reason }) => reason)).toEqual(["exchange_did_not_answer", "exchange_did_not_answer"]);
    const [first] = answer.gaps;
    expect(first?.fromMs).toBeGreaterThan(DAY + 500 * MINUTE);
    expect(first?.toMs).toBe(DAY + 900 * MINUTE);

    exchange.failsFrom = Number.POSITIVE_INFINITY;
    const asked = exchange.asked.length;
    expect(rowsOf(await history.candles(CODE, "1m", DAY, NOW))).toEqual(twin(MINUTE, () => true).candles);
    const again = exchange.asked.slice(asked).map(({ sinceMs }) => sinceMs);
    expect(Math.min(...again)).toBeGreaterThan(DAY + 500 * MINUTE);
  });

  test("is asked for once by many readers, and not again for a while", async () => {
    const exchange = dayExchange();
    const history = historyOf([exchange]);
    const readers = await Promise.all([1, 2, 3].map(() => history.candles(CODE, "1m", DAY, NOW)));
    const asked = exchange.asked.length;
    expect(asked).toBeLessThanOrEqual(6);
    expect(new Set(readers.map((answer) => JSON.stringify(rowsOf(answer))))).toHaveProperty("size", 1);
    await history.candles(CODE, "1m", DAY, NOW);
    expect(exchange.asked).toHaveLength(asked);
  });

  test("of a market that its exchange lists no more is not said to come when it is asked for again", async () => {
    const exchange = dayExchange();
    exchange.candles = () => Promise.reject(new ExchangeFailure("rejected", "unknownMarket", "not listed any more"));
    const answer = await historyOf([exchange]).candles(CODE, "1m", DAY, NOW);
    expect(new Set(answer.gaps.map(({ reason }) => reason))).toEqual(new Set(["exchange_has_none"]));
  });

  test("costs an exchange a bounded number of requests, however many years are asked for", async () => {
    const exchange = dayExchange({ pages: "window", keptFromMs: DAY });
    const years = 3 * 365 * 24 * HOUR;
    const answer = await historyOf([exchange]).candles(CODE, "1m", DAY - years, NOW);
    expect(exchange.asked).toHaveLength(24);
    expect(new Set(answer.gaps.map(({ reason }) => reason))).toEqual(
      new Set(["exchange_has_none", "too_much_at_once"]),
    );
    expect(answer.gaps[0]?.fromMs).toBe(DAY - years);
  });

  test("waits behind a bounded number of others, and not for longer than a reader would", async () => {
    const exchange = dayExchange();
    const { candles } = exchange;
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    exchange.candles = async (...asked) => {
      await gate;
      return candles(...asked);
    };
    const clock = manualClock(NOW);
    const market = tapeMarket([CODE], world.clock);
    // Nothing is recorded: the questions come in their order.
    const tape = {
      candles: async () => ({ ...emptyCandles(0), known: [], watched: [] }),
      hasImports: async () => false,
    };
    const history = candleHistory({ tape, market, exchanges: [exchange], clock });
    const read = (place: number) => history.candles(CODE, "1m", DAY - (place + 1) * HOUR, DAY - place * HOUR);
    const reasonsOf = ({ gaps }: CandleHistory): string[] => gaps.map(({ reason }) => reason);
    // Two are asked, fifty wait.
    const waiting = Array.from({ length: 52 }, (_, place) => read(place));
    expect(reasonsOf(await read(52))).toEqual(["too_much_at_once"]);
    await clock.advance(19_000);
    // A strategy's question comes next, whoever waits.
    const urgent = history.candles(CODE, "1m", DAY - 60 * HOUR, DAY - 59 * HOUR, true);
    await clock.advance(2_000);
    release();
    const answers = (await Promise.all(waiting)).map(reasonsOf);
    expect(reasonsOf(await urgent)).toEqual(["exchange_has_none"]);
    expect(answers.slice(2)).toEqual(answers.slice(2).map(() => ["too_much_at_once"]));
    expect(exchange.asked).toHaveLength(3);
    expect(reasonsOf(await read(53))).toEqual(["exchange_has_none"]);
  });

  test("is not quiet only because books were recorded, where the exchange reports no trades", async () => {
    const exchange = dayExchange({ intervals: [] });
    exchange.has = { ...exchange.has, tradeStream: false };
    const answer = await historyOf([exchange]).candles(CODE, "1m", DAY, DAY + 118 * MINUTE);
    const quiet = Array.from({ length: 118 }, (_, minute) => minute).filter((minute) => !truth.has(minute));
    expect(gapMinutesOf(answer)).toEqual(quiet);
  });
});

describe("imported history", () => {
  async function imported(minutes: readonly number[]) {
    const folder = await temporaryFolder();
    const clock = manualClock(NOW);
    const klines = minutes.map((minute) => {
      const start = DAY + minute * MINUTE;
      return `${start},10,12,9,11,5.5,${start + MINUTE - 1},55,7,1,2,0`;
    });
    const file = join(folder.path, "klines.csv");
    await writeFile(file, klines.join("\n"));
    const dataDir = join(folder.path, "data");
    await importFiles({
      ...TAPE_OPTIONS,
      dataDir,
      files: [file],
      layout: "binance-klines",
      code: CODE,
      clock,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    const tape = openTape({ dataDir, market: undefined, clock, ...TAPE_OPTIONS });
    onTestFinished(async () => {
      await tape.stop();
      await folder.remove();
    });
    return tape;
  }
  const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

  test("is never continued by candles that a simulated exchange makes up", async () => {
    const tape = await imported(range(0, 600));
    const exchange = dayExchange({ kind: "simulated" });
    const history = historyOf([exchange], tape);
    const answer = await history.candles(CODE, "1m", DAY, NOW);
    expect(answer.ms).toHaveLength(600);
    expect(answer.gaps).toEqual([{ fromMs: DAY + 600 * MINUTE, toMs: NOW, reason: "not_recorded" }]);
    const after = await history.candles(CODE, "1m", DAY + 700 * MINUTE, NOW);
    expect(after.ms).toHaveLength(0);
    expect(exchange.asked).toEqual([]);
  });

  test("has a gap where 400 of its minutes are missing, and none where a few are", async () => {
    const tape = await imported([...range(0, 500), ...range(900, 1_000), ...range(1_010, MINUTES_OF_DAY)]);
    const answer = await historyOf([], tape).candles(CODE, "1m", DAY, NOW);
    expect(answer.gaps).toEqual([{ fromMs: DAY + 500 * MINUTE, toMs: DAY + 900 * MINUTE, reason: "not_recorded" }]);
  });
});
