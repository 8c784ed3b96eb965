/** An exchange's promises about its public side. */
import { expect } from "vitest";
import { parseAmount } from "../../../src/kit/money/amount.ts";
import { expectFailure, type CaseContext, type ContractCase, type Skip } from "./contract-case.ts";
import { pairs, RecordedMarket } from "./recorded-market.ts";
import { eventually } from "./subject.ts";

const DEPTH = 10;
const hasTrades: Skip = ({ exchange }) => !exchange.has.tradeStream && "it pushes no trades";
const hasCandles: Skip = ({ exchange }) => exchange.has.candleIntervals.length === 0 && "it has no candles";

export const marketCases: readonly ContractCase[] = [
  ["C01", "market ids are lower case letters and digits, and unique", uniqueMarkets],
  ["C02", "every market says its steps as decimal text above zero", marketSteps],
  ["C03", "a book has its best levels first, is not crossed, and is as deep as asked at most", sortedBook],
  ["C04", "a market that is not there is refused", unknownMarket],
  ["C05", "trades come oldest first, with who took", lastTrades],
  ["C06", "candles are aligned, oldest first, and hold together", candles, hasCandles],
  ["C07", "the first word on every market that is watched is its book", firstWord],
  ["C08", "the book and its changes add up to the exchange's own book", bookAddsUp],
  ["C09", "trades are pushed as they happen", pushedTrades, hasTrades],
  ["C10", "a market that is no longer watched sends no more reports", replaced],
  ["C11", "no reports come after the watch was stopped", stopped],
  ["C12", "it says how it does, and how far away it is", healthAndPing],
  ["C13", "quantities of books and trades, asked for and pushed, are in base units as amounts are", baseUnits],
];

async function uniqueMarkets({ exchange }: CaseContext): Promise<void> {
  const markets = await exchange.markets();
  const ids = markets.map((market) => market.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, symbol, base, quote } of markets) {
    expect(id).toMatch(/^[a-z0-9]+$/);
    expect(symbol).toContain(`${base}/${quote}`);
  }
}

async function marketSteps({ exchange }: CaseContext): Promise<void> {
  for (const market of await exchange.markets()) {
    expect(parseAmount(market.tickSize) > 0n, market.id).toBe(true);
    expect(parseAmount(market.stepSize) > 0n, market.id).toBe(true);
    expect(parseAmount(market.minAmount) >= 0n, market.id).toBe(true);
    expect(parseAmount(market.minNotional) >= 0n, market.id).toBe(true);
    expect(Math.max(market.makerFee, market.takerFee)).toBeLessThan(0.1);
  }
}

async function sortedBook({ exchange, market, others }: CaseContext): Promise<void> {
  for (const ticks of [-1, -2, -3]) await others("buy", ticks);
  for (const ticks of [1, 2, 3]) await others("sell", ticks);
  const book = await exchange.book(market.id, 5);
  const bids = pairs(book.bids);
  const asks = pairs(book.asks);
  expect(bids.length).toBeGreaterThanOrEqual(3);
  expect(asks.length).toBeGreaterThanOrEqual(3);
  expect(Math.max(bids.length, asks.length)).toBeLessThanOrEqual(5);
  expect(bids).toEqual(bids.toSorted(([one], [two]) => two - one));
  expect(asks).toEqual(asks.toSorted(([one], [two]) => one - two));
  expect(bids[0]?.[0]).toBeLessThan(asks[0]?.[0] ?? 0);
  for (const [, quantity] of [...bids, ...asks]) expect(quantity).toBeGreaterThan(0);
}

async function unknownMarket({ exchange }: CaseContext): Promise<void> {
  await expectFailure(exchange.book("nosuchmarket", DEPTH), "rejected", "unknownMarket");
}

async function lastTrades({ exchange, market, others, price, amount, subject }: CaseContext): Promise<void> {
  await others("sell", 1, 2);
  await others("buy", 1);
  await others("sell", -1);
  await others("buy", 1);
  const trades = await eventually(subject, async () => {
    const found = await exchange.trades(market.id, 2);
    expect(found.map((trade) => trade.takerSide)).toEqual(["buy", "buy"]);
    return found;
  });
  expect(trades).toHaveLength(2);
  expect(trades[1]?.price).toBeCloseTo(Number(price(-1)), 9);
  expect(trades[1]?.quantity).toBeCloseTo(Number(amount()), 9);
  expect(trades[0]?.atMs).toBeLessThanOrEqual(trades[1]?.atMs ?? 0);
  expect(trades[0]?.id).not.toBe(trades[1]?.id);
}

async function candles({ exchange, market }: CaseContext): Promise<void> {
  const interval = exchange.has.candleIntervals[0] ?? "1m";
  const ms = Number.parseInt(interval, 10) * (interval.endsWith("s") ? 1000 : 60_000);
  const { atMs } = await exchange.book(market.id, 1);
  const sinceMs = Math.floor(atMs / ms) * ms - 20 * ms;
  const found = await exchange.candles(market.id, { interval, sinceMs, limit: 10 });
  expect(found.length).toBeLessThanOrEqual(10);
  for (const [index, { startMs, open, high, low, close, volume }] of found.entries()) {
    expect(startMs % ms).toBe(0);
    expect(startMs).toBeGreaterThanOrEqual(sinceMs);
    if (index > 0) expect(startMs).toBeGreaterThan(found[index - 1]?.startMs ?? 0);
    expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
    expect(low).toBeLessThanOrEqual(Math.min(open, close));
    expect(volume).toBeGreaterThanOrEqual(0);
  }
}

async function firstWord({ exchange, market, subject }: CaseContext): Promise<void> {
  const sink = new RecordedMarket();
  const watch = exchange.watch([market.id, subject.otherMarketId], sink);
  for (const id of [market.id, subject.otherMarketId]) {
    await eventually(subject, () => expect(sink.read(id, 1)).toBeDefined());
    expect(sink.words.find((word) => word.startsWith(`${id} `))).toBe(`${id} book`);
  }
  await watch.stop();
}

async function bookAddsUp({ exchange, market, others, subject }: CaseContext): Promise<void> {
  const sink = new RecordedMarket();
  const watch = exchange.watch([market.id], sink);
  await eventually(subject, () => expect(sink.read(market.id, 1)).toBeDefined());
  for (let round = 1; round <= 5; round++) {
    await others("buy", -round);
    await others("sell", round, 2);
    await others("buy", round);
    await subject.settle();
  }
  await eventually(subject, async () => {
    const fresh = await exchange.book(market.id, DEPTH);
    expect(sink.read(market.id, DEPTH)).toEqual({ bids: pairs(fresh.bids), asks: pairs(fresh.asks) });
  });
  expect(sink.words.filter((word) => word.includes("lost"))).toEqual([]);
  expect(sink.words).toContain(`${market.id} change`);
  await watch.stop();
}

async function pushedTrades({ exchange, market, others, subject, price }: CaseContext): Promise<void> {
  const sink = new RecordedMarket();
  const watch = exchange.watch([market.id], sink);
  await eventually(subject, () => expect(sink.read(market.id, 1)).toBeDefined());
  await others("sell", 2);
  await others("buy", 2);
  const trades = await eventually(subject, () => {
    const found = sink.tradesOf.get(market.id) ?? [];
    expect(found).toHaveLength(1);
    return found;
  });
  expect(trades[0]).toMatchObject({ takerSide: "buy" });
  expect(trades[0]?.price).toBeCloseTo(Number(price(2)), 9);
  const [asked] = await eventually(subject, async () => {
    const latest = await exchange.trades(market.id, 1);
    expect(latest).toHaveLength(1);
    return latest;
  });
  expect(asked?.id).toBe(trades[0]?.id);
  await watch.stop();
}

async function replaced({ exchange, market, others, subject }: CaseContext): Promise<void> {
  const sink = new RecordedMarket();
  const watch = exchange.watch([market.id], sink);
  await eventually(subject, () => expect(sink.read(market.id, 1)).toBeDefined());
  watch.replace([subject.otherMarketId]);
  await eventually(subject, () => expect(sink.read(subject.otherMarketId, 1)).toBeDefined());
  await subject.settle();
  const before = sink.words.filter((word) => /^\S+ (?:book|change|trade)/.test(word) && word.startsWith(market.id));
  await others("buy", -3);
  for (let look = 0; look < 5; look++) await subject.settle();
  const after = sink.words.filter((word) => /^\S+ (?:book|change|trade)/.test(word) && word.startsWith(market.id));
  expect(after).toEqual(before);
  watch.replace([subject.otherMarketId, market.id]);
  await eventually(subject, () => expect(sink.read(market.id, DEPTH)?.bids.length).toBeGreaterThan(0));
  await watch.stop();
}

async function stopped({ exchange, market, others, subject }: CaseContext): Promise<void> {
  const sink = new RecordedMarket();
  const watch = exchange.watch([market.id], sink);
  await eventually(subject, () => expect(sink.read(market.id, 1)).toBeDefined());
  await watch.stop();
  const heard = sink.words.length;
  await others("buy", -3);
  for (let look = 0; look < 5; look++) await subject.settle();
  expect(sink.words.length).toBe(heard);
}

async function baseUnits({ exchange, market, others, amount, subject }: CaseContext): Promise<void> {
  const sink = new RecordedMarket();
  const watch = exchange.watch([market.id], sink);
  await eventually(subject, () => expect(sink.read(market.id, 1)).toBeDefined());
  await others("sell", 1, 3);
  await others("buy", 1);
  const left = Number(amount(2));
  await eventually(subject, async () => {
    expect(sink.read(market.id, 1)?.asks[0]?.[1]).toBeCloseTo(left, 9);
    expect(pairs((await exchange.book(market.id, 1)).asks)[0]?.[1]).toBeCloseTo(left, 9);
    expect((await exchange.trades(market.id, 1))[0]?.quantity).toBeCloseTo(Number(amount()), 9);
    if (!exchange.has.tradeStream) return;
    expect(sink.tradesOf.get(market.id)?.at(-1)?.quantity).toBeCloseTo(Number(amount()), 9);
  });
  await watch.stop();
}

async function healthAndPing({ exchange }: CaseContext): Promise<void> {
  const ms = await exchange.ping();
  expect(ms).toBeGreaterThanOrEqual(0);
  expect(ms).toBeLessThan(60_000);
  expect(exchange.health().state).toBe("ok");
  if (exchange.kind === "live") return;
  expect(exchange.name.toLowerCase()).toContain(exchange.kind);
}
