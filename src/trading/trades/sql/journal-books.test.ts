/** What strategies are charged, in the commit of the fill: paid at once, or due and collected later. */
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { newPerson } from "../../../../test/support/trading-people.ts";
import { sealer as makeSealer } from "../../../kit/auth/seal.ts";
import { systemRandom } from "../../../kit/ids/ids.ts";
import { acquireLease } from "../../../kit/sql/lease.ts";
import { fromMillis } from "../../../kit/time/instant.ts";
import { readUse } from "../../algorithms/sql/read-use.ts";
import { orderJournal } from "../../engine/sql/order-journal.ts";
import { orderStore } from "../../engine/sql/order-store.ts";
import { senderLease, type JournalChange, type KeptOrder } from "../../engine/store.ts";
import { exchangeKeyStore } from "../../exchanges/sql/key-store.ts";
import { dueBook, ledgerBook, proveBalances } from "../../ledger/index.ts";
import type { UsdRates } from "../store.ts";
import { journalBooks } from "./journal-books.ts";
import { rateStore } from "./rate-trades.ts";
import { tradeBooks } from "./trade-books.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const NOW_MS = 1_767_225_600_000;
const clock = manualClock(NOW_MS);
const at = fromMillis(NOW_MS);
const known = new Map([["USDT", "1"]]);
const rates: UsdRates = { now: () => undefined, at: ({ currency }) => known.get(currency) };
const keys = exchangeKeyStore(db, makeSealer([{ id: "test", key: randomBytes(32) }]));
const orders = orderStore(db, systemRandom());
const journal = orderJournal(db, systemRandom(), journalBooks(rates, clock));
const ledger = ledgerBook(db, new Set(["USD"]));
const CPA = { cpaSuccessful: "0.25000000", cpaCanceled: "0.05000000", monthlyFee: "1.00000000" };
let references = 0;

await db.execute({
  name: "test.listing",
  text: `insert into trading.listings (code, exchange, market, first_seen, last_seen)
    values ('binance-btcusdt', 'binance', '{"id":"btcusdt","base":"BTC","quote":"USDT"}', now(), now()),
      ('binance-btcnix', 'binance', '{"id":"btcnix","base":"BTC","quote":"NIX"}', now(), now()),
      ('simalpha-btcusdt', 'simalpha', '{"id":"btcusdt","base":"BTC","quote":"USDT"}', now(), now())`,
});

async function insertOne(name: string, text: string, values: readonly unknown[]): Promise<number> {
  const [row] = await db.query<{ id: number }>({ name, text, values });
  if (!row) throw new Error("nothing was inserted");
  return row.id;
}

/** A strategy with the algorithm of an author who asks for something. */
async function newStrategy(ownerUid: number, authorUid: number) {
  const algorithmId = await insertOne(
    "test.algorithm",
    `insert into trading.algorithms (owner_uid, uid, head_version, created_at) values ($1, $1, 1, now()) returning id`,
    [authorUid],
  );
  await db.execute({
    name: "test.version",
    text: `insert into trading.algorithm_versions (algorithm_id, version, definition, created_at, updated_at)
      values ($1, 1, $2, now(), now())`,
    values: [algorithmId, JSON.stringify(CPA)],
  });
  const profileId = await insertOne(
    "test.profile",
    `insert into trading.profiles (owner_uid, uid, name, description, algorithm_id, algorithm, settings, created_at, updated_at)
      values ($1, $1, 'P', '', $2, '{"version":1}', '{}', now(), now()) returning id`,
    [ownerUid, algorithmId],
  );
  const strategyId = await insertOne(
    "test.strategy",
    "insert into trading.strategies (profile_id, owner_uid, uid, created_at) values ($1, $2, $2, now()) returning id",
    [profileId, ownerUid],
  );
  return { algorithmId, strategyId };
}

async function newKey(ownerUid: number, exchange: string): Promise<{ keyId: number; fence: number }> {
  const credentials = { token: `key${randomBytes(8).toString("hex")}`, secret: "secretOfTheTest01" };
  const key = await keys.addKey({ ownerUid, uid: ownerUid, exchange, label: "x", credentials, at }, 1_000);
  if (!key) throw new Error("the key was not stored");
  const works = { canRead: true, canTrade: true, canWithdraw: false, isIpRestricted: false, error: null };
  await keys.recordTest({ ownerUid, uid: ownerUid, id: key.id, at }, { status: "active", ...works });
  const lease = await acquireLease(db, { name: senderLease(key.id), owner: "test", ttlMs: 600_000 });
  if (!lease) throw new Error("the lease was not to be had");
  return { keyId: key.id, fence: lease.fence };
}

interface Case {
  readonly ownerUid: number;
  readonly strategyId: number | null;
  readonly exchange?: string;
  readonly marketId?: string;
}

/** An order of 1 BTC at 1,000 that is filled at once. */
async function fill(asked: Case): Promise<KeptOrder> {
  const { order, fence } = await place(asked);
  await journal.write(order.terms.keyId, fence, [filledChange(order)]);
  return order;
}

async function place({ ownerUid, strategyId, exchange = "binance", marketId = "btcusdt" }: Case) {
  const { keyId, fence } = await newKey(ownerUid, exchange);
  const batch = await orders.addBatch({
    ownerUid,
    uid: ownerUid,
    keyId,
    exchange,
    order: { marketId, side: "buy", type: "limit", amount: "1", price: "1000" },
    sendAtMs: [NOW_MS],
    intervalMs: 0,
    expireAfterMs: 0,
    nowMs: NOW_MS,
  });
  const [order] = batch?.orders ?? [];
  if (!order) throw new Error("the order was not stored");
  await db.execute({
    name: "test.setStrategy",
    text: "update trading.orders set strategy_id = $2, price_entry = 990 where id = $1",
    values: [order.terms.id, strategyId],
  });
  return { order, fence };
}

function canceledChange(order: KeptOrder): JournalChange {
  const change = filledChange(order);
  const ended = { ...change.order, state: "canceled" as const, filled: 0n };
  return { ...change, fill: undefined, order: ended, event: "report", cost: "0" };
}

function filledChange({ terms, order, version }: KeptOrder): JournalChange {
  const amount = 10n ** 18n;
  return {
    id: terms.id,
    keyId: terms.keyId,
    ownerUid: terms.ownerUid,
    version: version + 1,
    order: { ...order, state: "filled", filled: amount, exchangeOrderId: `x${terms.id}`, endedMs: NOW_MS },
    from: order.state,
    event: "fill",
    why: "",
    cost: "1000",
    handedMs: NOW_MS - 40,
    atMs: NOW_MS,
    isQuiet: false,
    fill: {
      orderId: terms.id,
      tradeId: `t${terms.id}`,
      marketId: terms.marketId,
      price: "1000",
      amount: "1",
      fee: { currency: "USDT", amount: "1" },
      isMaker: false,
      atMs: NOW_MS,
    },
    alerts: [],
  };
}

const credit = (ownerUid: number, amount: bigint) =>
  ledger.credit({
    admin: null,
    reference: `c${references++}`,
    reason: "x",
    at,
    ownerUid,
    currency: "USD",
    amount,
    kind: "deposit",
  });

const page = { limit: 10, offset: 0 };
const chargesOf = async (uid: number) => {
  const found = await ledger.listCommissions(uid, uid, page);
  return { paid: found?.commissions.map(({ kind, amount }) => [kind, amount]), due: found?.due };
};

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
    // What is due for the cancelled order is withdrawn; what is paid lowers the other charge.
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
