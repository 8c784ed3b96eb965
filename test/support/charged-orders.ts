/** Orders of strategies that are charged as they are booked: who pays, who gets it, and the journal that books them. */
import { randomBytes } from "node:crypto";
import { sealer as makeSealer } from "../../src/kit/auth/seal.ts";
import { systemRandom } from "../../src/kit/ids/ids.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { acquireLease } from "../../src/kit/sql/lease.ts";
import { fromMillis } from "../../src/kit/time/instant.ts";
import { orderJournal } from "../../src/trading/engine/sql/order-journal.ts";
import { orderStore } from "../../src/trading/engine/sql/order-store.ts";
import { senderLease, type JournalChange, type KeptOrder } from "../../src/trading/engine/store.ts";
import { exchangeKeyStore } from "../../src/trading/exchanges/sql/key-store.ts";
import { ledgerBook } from "../../src/trading/ledger/index.ts";
import { journalBooks } from "../../src/trading/trades/sql/journal-books.ts";
import type { UsdRates } from "../../src/trading/trades/store.ts";
import { manualClock } from "./manual-clock.ts";

export const NOW_MS = 1_767_225_600_000;
/** The author's price. */
export const CPA = { cpaSuccessful: "0.25000000", cpaCanceled: "0.05000000", monthlyFee: "1.00000000" };

interface Case {
  readonly ownerUid: number;
  readonly strategyId: number | null;
  readonly exchange?: string;
  readonly marketId?: string;
}

/** @param db with its tables, and nothing of this kind in it */
export async function chargedOrders(db: Database) {
  const clock = manualClock(NOW_MS);
  const at = fromMillis(NOW_MS);
  const known = new Map([["USDT", "1"]]);
  const rates: UsdRates = { now: () => undefined, at: ({ currency }) => known.get(currency) };
  const keys = exchangeKeyStore(db, makeSealer([{ id: "test", key: randomBytes(32) }]));
  const orders = orderStore(db, systemRandom());
  const journal = orderJournal(db, systemRandom(), journalBooks(rates, clock));
  const ledger = ledgerBook(db, new Set(["USD"]));
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
  async function newStrategy(ownerUid: number, authorUid: number, asks = CPA) {
    const algorithmId = await insertOne(
      "test.algorithm",
      `insert into trading.algorithms (owner_uid, uid, head_version, created_at) values ($1, $1, 1, now()) returning id`,
      [authorUid],
    );
    await db.execute({
      name: "test.version",
      text: `insert into trading.algorithm_versions (algorithm_id, version, definition, created_at, updated_at)
        values ($1, 1, $2, now(), now())`,
      values: [algorithmId, JSON.stringify(asks)],
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
    await db.execute({
      name: "test.run",
      text: `insert into trading.runs (strategy_id, owner_uid, uid, number, algorithm_id, algorithm_version, settings, is_active, started_ms,
          maximum_ms) values ($1, $2, $2, 1, $3, 1, '{}', true, $4, 0)`,
      values: [strategyId, ownerUid, algorithmId, NOW_MS],
    });
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
      text: `update trading.orders set strategy_id = $2, price_entry = 990,
        run_id = (select id from trading.runs where strategy_id = $2) where id = $1`,
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
      followedIds: [],
      version: version + 1,
      order: { ...order, state: "filled", filled: amount, exchangeOrderId: `x${terms.id}`, endedMs: NOW_MS },
      from: order.state,
      event: "fill",
      why: "",
      isDeferred: false,
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
      pauses: false,
    };
  }

  const change = (ownerUid: number, amount: bigint, kind: "deposit" | "correction") =>
    ledger.credit({
      admin: null,
      reference: `c${references++}`,
      reason: "x",
      at,
      ownerUid,
      currency: "USD",
      amount,
      kind,
    });
  const credit = (ownerUid: number, amount: bigint) => change(ownerUid, amount, "deposit");
  const take = (ownerUid: number, amount: bigint) => change(ownerUid, amount, "correction");

  const page = { limit: 10, offset: 0 };
  const chargesOf = async (uid: number) => {
    const found = await ledger.listCommissions(uid, uid, page);
    return { paid: found?.commissions.map(({ kind, amount }) => [kind, amount]), due: found?.due };
  };

  return {
    at,
    orders,
    journal,
    ledger,
    newStrategy,
    fill,
    place,
    canceledChange,
    filledChange,
    credit,
    take,
    page,
    chargesOf,
  };
}
