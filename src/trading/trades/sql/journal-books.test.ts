/** The charges of strategies, in the commit of the fill: paid at once, or due and collected later. */
import { expect, test } from "vitest";
import { chargedOrders, NOW_MS } from "../../../../test/support/charged-orders.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { newPerson } from "../../../../test/support/trading-people.ts";
import { readUse } from "../../algorithms/sql/read-use.ts";
import { dueBook, proveBalances } from "../../ledger/index.ts";
import { rateStore } from "./rate-trades.ts";
import { tradeBooks } from "./trade-books.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const { at, orders, journal, ledger, newStrategy, fill, place, canceledChange, filledChange, credit, page, chargesOf } =
  await chargedOrders(db);

test("a fill at a real exchange is charged once in its commit: the platform, and the algorithm's author", async () => {
  const [payer, author] = [await newPerson(db), await newPerson(db)];
  const { strategyId, algorithmId } = await newStrategy(payer.uid, author.uid);
  await credit(payer.uid, 10n * 10n ** 8n);
  await fill({ ownerUid: payer.uid, strategyId });
  // The free plan's 0.1 percent of 1,000; a month; a successful order.
  expect(await chargesOf(payer.uid)).toEqual({
    paid: [
      ["cpa", 25_000_000n],
      ["monthly_fee", 100_000_000n],
      ["commission", 100_000_000n],
    ],
    due: { amount: 0n, unknown: 0 },
  });
  await fill({ ownerUid: payer.uid, strategyId });
  expect((await chargesOf(payer.uid)).paid?.map(([kind]) => kind)).toEqual([
    "cpa",
    "commission",
    "cpa",
    "monthly_fee",
    "commission",
  ]);
  const { transactions } = await ledger.listTransactions(author.uid, page);
  expect(transactions.map(({ amount }) => amount)).toEqual([25_000_000n, 25_000_000n, 100_000_000n]);
  const use = await readUse(db, algorithmId, 10);
  expect(use).toMatchObject({
    profiles: 1,
    transactions: { successful: 2, partial: 0 },
    averageMs: 40,
    averageSlippage: "10.00000000",
    cpaEarned: "0.50000000",
    monthlyFeeEarned: "1.00000000",
    byDay: [{ date: "2026-01-01", successful: 2 }],
  });
  expect((await proveBalances(db)).differences).toEqual([]);
});

test("a late fill pays the author of the algorithm that its run began with, though the profile has another by then", async () => {
  const [payer, author, other] = [await newPerson(db), await newPerson(db), await newPerson(db)];
  const { strategyId } = await newStrategy(payer.uid, author.uid);
  const { algorithmId } = await newStrategy(payer.uid, other.uid);
  await credit(payer.uid, 10n * 10n ** 8n);
  const { order, fence } = await place({ ownerUid: payer.uid, strategyId });
  await db.execute({
    name: "test.editProfile",
    text: "update trading.profiles p set algorithm_id = $2 from trading.strategies s where s.profile_id = p.id and s.id = $1",
    values: [strategyId, algorithmId],
  });
  await journal.write(order.terms.keyId, fence, [filledChange(order)]);
  const paidTo = async (uid: number) => (await ledger.listTransactions(uid, page)).transactions.length;
  expect([await paidTo(author.uid), await paidTo(other.uid)]).toEqual([2, 0]);
});

test("what an account cannot pay is due and collected later, the oldest first; the order is booked all the same", async () => {
  const [payer, author] = [await newPerson(db), await newPerson(db)];
  const { strategyId } = await newStrategy(payer.uid, author.uid);
  const { terms } = await fill({ ownerUid: payer.uid, strategyId });
  expect(await orders.listFillsOf([terms.id], 10)).toHaveLength(1);
  expect(await chargesOf(payer.uid)).toEqual({ paid: [], due: { amount: 225_000_000n, unknown: 0 } });
  await credit(payer.uid, 110_000_000n);
  const book = dueBook(db);
  expect(await book.listDebtors(0, 1_000)).toContain(payer.uid);
  expect(await book.collect(payer.uid, at)).toBe(1);
  expect(await chargesOf(payer.uid)).toEqual({
    paid: [["commission", 100_000_000n]],
    due: { amount: 125_000_000n, unknown: 0 },
  });
  await credit(payer.uid, 200_000_000n);
  expect(await book.collect(payer.uid, at)).toBe(2);
  expect(await book.collect(payer.uid, at)).toBe(0);
  expect(await book.listDebtors(0, 1_000)).not.toContain(payer.uid);
});

test("a balance that another transaction holds stops no fill: the charge is due", async () => {
  const payer = await newPerson(db);
  const { strategyId } = await newStrategy(payer.uid, payer.uid);
  await credit(payer.uid, 10n ** 9n);
  await db.transaction(async (tx) => {
    await tx.query({
      name: "test.holdBalance",
      text: "select from trading.ledger_accounts where account = $1 for update",
      values: [`user:${payer.uid}`],
    });
    await fill({ ownerUid: payer.uid, strategyId });
  });
  // An author pays nothing for an algorithm of its own.
  expect(await chargesOf(payer.uid)).toEqual({ paid: [], due: { amount: 100_000_000n, unknown: 0 } });
});

test("made-up money, and orders of no strategy, are not charged", async () => {
  const [payer, author] = [await newPerson(db), await newPerson(db)];
  const { strategyId } = await newStrategy(payer.uid, author.uid);
  await credit(payer.uid, 10n ** 9n);
  await fill({ ownerUid: payer.uid, strategyId, exchange: "simalpha" });
  await fill({ ownerUid: payer.uid, strategyId: null });
  expect(await chargesOf(payer.uid)).toEqual({ paid: [], due: { amount: 0n, unknown: 0 } });
  const books = tradeBooks(db);
  expect(await books.kindsOf(payer.uid)).toEqual({ real: true, simulated: true });
});

test("a commission whose market has no rate yet is named, and comes to its amount when the rate is found", async () => {
  const payer = await newPerson(db);
  const { strategyId } = await newStrategy(payer.uid, payer.uid);
  await fill({ ownerUid: payer.uid, strategyId, marketId: "btcnix" });
  const view = { ownerUid: payer.uid, isReal: true };
  const books = tradeBooks(db);
  expect(await books.countTrades(view, 100)).toBe(0);
  expect(await chargesOf(payer.uid)).toEqual({ paid: [], due: { amount: 0n, unknown: 1 } });
  expect(await books.unvalued(view)).toEqual([{ currency: "NIX", what: "trade", trades: 1, amount: "1000" }]);
  expect(await books.sums(view)).toMatchObject({ trades: 0 });
  const store = rateStore(db);
  const trade = (await store.listUnrated(NOW_MS, 100)).find(({ quote }) => quote === "NIX");
  if (!trade) throw new Error("the trade does not wait for a rate");
  await store.saveRates(trade, { quoteUsd: "0.5", feeUsd: "1", lacksRate: false }, NOW_MS);
  expect(await books.countTrades(view, 100)).toBe(0);
  expect(await books.sums(view)).toMatchObject({ trades: 1, volume: expect.stringMatching(/^500(\.0+)?$/) });
  expect(await books.unvalued(view)).toEqual([]);
  expect((await chargesOf(payer.uid)).due).toEqual({ amount: 50_000_000n, unknown: 0 });
});

test("an order that was taken for cancelled and has traded after all is charged as a successful one alone", async () => {
  const cases = [
    // The debt for the cancelled order is withdrawn; payments lower the other charge.
    { has: 0n, paid: [], due: 225_000_000n },
    { has: 6_000_000n, paid: [["cpa", 5_000_000n]], due: 220_000_000n },
  ];
  for (const { has, paid, due } of cases) {
    const [payer, author] = [await newPerson(db), await newPerson(db)];
    const { strategyId } = await newStrategy(payer.uid, author.uid);
    if (has > 0n) await credit(payer.uid, has);
    const { order, fence } = await place({ ownerUid: payer.uid, strategyId });
    const canceled = canceledChange(order);
    await journal.write(order.terms.keyId, fence, [canceled]);
    expect(await chargesOf(payer.uid)).toEqual({ paid, due: { amount: has > 0n ? 0n : 5_000_000n, unknown: 0 } });
    const late = { ...order, order: canceled.order, version: canceled.version };
    await journal.write(order.terms.keyId, fence, [filledChange(late)]);
    expect(await chargesOf(payer.uid)).toEqual({ paid, due: { amount: due, unknown: 0 } });
  }
  expect((await proveBalances(db)).differences).toEqual([]);
});
