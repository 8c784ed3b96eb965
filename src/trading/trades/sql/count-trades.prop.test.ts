/** Whatever the order in which trades are booked, what was counted is what one walk over all of them counts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { addUsers } from "../../../../test/support/ledger-users.ts";
import { formatFine, parseFine } from "../../../kit/money/fine.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { applyTrade, NO_POSITION } from "../core/position.ts";
import { valueTrade } from "../core/value-trade.ts";
import type { NewTrade, TradeView, UsdRates } from "../store.ts";
import { insertTrades, rateTrades } from "./insert-trades.ts";
import { tradeBooks } from "./trade-books.ts";
import { factsOf } from "./trade-rows.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const books = tradeBooks(db);
const START_MS = 1_760_000_000_000;

/** The value of NIX is unknown; a BNB costs 300. */
const rates: UsdRates = {
  now: () => undefined,
  at: ({ currency }) => (currency === "USDT" ? "1" : currency === "BNB" ? "300" : undefined),
};

const cents = (max: number) => fc.integer({ min: 1, max }).map((each) => formatFine(BigInt(each) * 10n ** 16n));

const trade = fc.record({
  side: fc.constantFrom("buy" as const, "sell" as const),
  base: fc.constantFrom("BTC", "ETH"),
  quote: fc.constantFrom("USDT", "USDT", "USDT", "NIX"),
  exchange: fc.constantFrom("binance", "kraken"),
  price: cents(100_000),
  amount: cents(500),
  fee_currency: fc.constantFrom(null, "USDT", "BTC", "BNB", "NIX"),
  fee_amount: cents(3),
  atMs: fc.integer({ min: 0, max: 4 * DAY_MS }),
  booked: fc.integer(),
  strategy_id: fc.constantFrom(0, 7),
});

type Drawn = typeof trade extends fc.Arbitrary<infer Value> ? Value : never;

function newTrade(uid: number, drawn: Drawn, place: number): NewTrade {
  const { atMs, booked: _booked, ...facts } = drawn;
  return {
    ...facts,
    fee_amount: facts.fee_currency === null ? null : facts.fee_amount,
    owner_uid: uid,
    uid,
    key_id: uid,
    is_real: true,
    market_id: `${facts.base}${facts.quote}`.toLowerCase(),
    trade_id: String(place),
    exchange_order_id: `o${place}`,
    order_id: null,
    is_maker: false,
    at_ms: START_MS + atMs,
  };
}

/** One walk over all trades, in the order of their times. */
function walk(trades: readonly NewTrade[]) {
  const positions = new Map<string, { amount: bigint; cost: bigint }>();
  const total = { realized: 0n, fees: 0n, volume: 0n, trades: 0 };
  for (const each of rateTrades(trades, rates, START_MS)) {
    const name = `${each.strategy_id} ${each.base}`;
    const valued = valueTrade(factsOf(each));
    if (!valued) continue;
    const { position, realized, fee } = applyTrade(positions.get(name) ?? NO_POSITION, valued.trade);
    positions.set(name, position);
    total.realized += realized;
    total.fees += fee;
    total.volume += valued.trade.value;
    total.trades++;
  }
  const held = [...positions]
    .filter(([, { amount }]) => amount !== 0n)
    .map(([name, { amount, cost }]) => [name, amount, cost] as const);
  return { ...total, held: held.toSorted(([one], [other]) => (one < other ? -1 : 1)) };
}

const fine = (text: string): bigint => parseFine(text) ?? -1n;

async function counted(view: TradeView) {
  expect(await books.countTrades(view, 100_000)).toBe(0);
  const sums = await books.sums(view);
  const held = (await books.strategyPositions(view.ownerUid, [0, 7])).map(
    ({ strategyId, base, amount, cost }) => [`${strategyId} ${base}`, fine(amount), fine(cost)] as const,
  );
  return {
    realized: fine(sums.realized),
    fees: fine(sums.fees),
    volume: fine(sums.volume),
    trades: sums.trades,
    held: held.toSorted(([one], [other]) => (one < other ? -1 : 1)),
  };
}

test("trades that come late are counted in their place, and days, exchanges and strategies add up", async () => {
  const property = fc.asyncProperty(fc.array(trade, { minLength: 1, maxLength: 40 }), async (drawn) => {
    const [uid = 0] = await addUsers(db, 1);
    const view = { ownerUid: uid, isReal: true };
    const all = drawn.map((each, place) => newTrade(uid, each, place));
    const booked = drawn.map((each, place) => ({ each, place })).toSorted((a, b) => a.each.booked - b.each.booked);
    // Ids follow the order of booking, and decide between trades of one millisecond.
    const inOrder = booked
      .map(({ place }) => all[place])
      .filter((each) => each !== undefined)
      .map((each, place) => ({ each, place }))
      .toSorted((one, other) => one.each.at_ms - other.each.at_ms || one.place - other.place)
      .map(({ each }) => each);
    for (const { place } of booked) {
      const one = all[place];
      if (one) await db.transaction((tx) => insertTrades(tx, rateTrades([one], rates, START_MS)));
      if (place % 3 === 0) await books.countTrades(view, 100);
    }
    expect(await counted(view)).toEqual(walk(inOrder));
    const sums = await books.sums(view);
    for (const parts of [await books.byDay(view, 100), await books.byExchange(view)]) {
      expect(parts.reduce((sum, { realized }) => sum + fine(realized), 0n)).toBe(fine(sums.realized));
      expect(parts.reduce((sum, { fees }) => sum + fine(fees), 0n)).toBe(fine(sums.fees));
    }
    const unvalued = await books.unvalued(view);
    const without = all.filter(({ quote }) => quote === "NIX").length;
    expect(unvalued.find(({ what }) => what === "trade")?.trades ?? 0).toBe(without);
  });
  await fc.assert(property, { numRuns: 25 });
});

test("trades that were imported before the journal books them count once, with the strategy of their orders", async () => {
  const known = trade.map((each) => ({ ...each, quote: "USDT" as const }));
  // Each trade, whether it is imported first and with which key, and whether what is there is counted before the next step.
  const step = fc.record({
    each: known,
    imported: fc.constantFrom("no", "own key", "other key"),
    isJournal: fc.boolean(),
    isCounted: fc.boolean(),
    booked: fc.integer(),
  });
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
    const [uid = 0] = await addUsers(db, 1);
    const view = { ownerUid: uid, isReal: true };
    const insert = (each: NewTrade) => db.transaction((tx) => insertTrades(tx, rateTrades([each], rates, START_MS)));
    // No two at one moment: ids decide nothing here.
    const all = steps.map((one, place) => {
      const made = newTrade(uid, one.each, place);
      const imported = { ...made, strategy_id: 0, at_ms: made.at_ms - (made.at_ms % 32) + place };
      const booked = { ...imported, order_id: 1_000 + place, strategy_id: made.strategy_id };
      return {
        ...one,
        imported: { ...imported, key_id: uid + (one.imported === "other key" ? 1_000_000 : 0) },
        booked,
        how: one.imported,
        at: one.booked,
      };
    });
    const imports = all.filter(({ how, isJournal }) => how !== "no" || !isJournal);
    for (const { imported, isCounted } of imports) {
      await insert(imported);
      if (isCounted) await books.countTrades(view, 100);
    }
    for (const { booked, isCounted } of all.filter((each) => each.isJournal).toSorted((a, b) => a.at - b.at)) {
      await insert(booked);
      if (isCounted) await books.countTrades(view, 100);
    }
    const final = all.map(({ isJournal, imported, booked }) => (isJournal ? booked : imported));
    expect(await counted(view)).toEqual(walk(final.toSorted((one, other) => one.at_ms - other.at_ms)));
    const days = await books.byDay(view, 1_000);
    expect(days.reduce((sum, { trades }) => sum + trades, 0)).toBe(final.length);
  });
  await fc.assert(property, { numRuns: 25 });
});

test("a trade that another key of the same exchange account shows too counts once, and one of the journal is left to it", async () => {
  const [uid = 0] = await addUsers(db, 1);
  const drawn = fc.sample(trade, 1)[0];
  if (!drawn) throw new Error("nothing was drawn");
  const one = newTrade(uid, drawn, 1);
  const insert = (each: NewTrade) => db.transaction((tx) => insertTrades(tx, rateTrades([each], rates, START_MS)));
  expect(await insert(one)).toBe(1);
  expect(await insert(one)).toBe(0);
  expect(await insert({ ...one, key_id: one.key_id + 1_000_000 })).toBe(0);
  expect(await insert({ ...one, trade_id: "2" })).toBe(1);
  expect(await insert({ ...one, order_id: 5, strategy_id: 9 })).toBe(1);
  const [row] = await db.query<{ count: number; strategy_id: number }>({
    name: "test.tradesOf",
    text: `select count(*) as count, max(strategy_id) as strategy_id from trading.trades
      where owner_uid = $1 and trade_id = '1'`,
    values: [uid],
  });
  expect(row).toEqual({ count: 1, strategy_id: 9 });
});

test("what a fee in base realizes while something is bought is neither gained nor lost", async () => {
  const [uid = 0] = await addUsers(db, 1);
  const view = { ownerUid: uid, isReal: true };
  const drawn = { base: "BTC", quote: "USDT", exchange: "binance", strategy_id: 7, booked: 0, amount: "1" } as const;
  const fee = { fee_currency: "BTC", fee_amount: "0.01" } as const;
  const insert = async (trades: readonly NewTrade[]) => {
    await db.transaction((tx) => insertTrades(tx, rateTrades(trades, rates, START_MS)));
    expect(await books.countTrades(view, 100)).toBe(0);
  };
  const bought = ["100", "120", "80"].map((price, place) =>
    newTrade(uid, { ...drawn, ...fee, side: "buy", price, atMs: place }, place),
  );
  await insert(bought);
  expect(await books.sums(view)).toMatchObject({ trades: 3, wins: 0, losses: 0, gained: "0", lost: "0" });
  const sold = { ...drawn, side: "sell", fee_currency: null, fee_amount: "0", price: "150", atMs: 10 } as const;
  await insert([newTrade(uid, sold, 10)]);
  const { wins, losses, gained, lost } = await books.sums(view);
  expect([wins, losses, lost]).toEqual([1, 0, "0"]);
  expect(Number(gained)).toBeGreaterThan(0);
});
