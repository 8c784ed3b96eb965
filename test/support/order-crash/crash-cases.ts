/**
 * Orders whose sender dies at one await, alone and together with a fault of the exchange. Another sender takes over; in
 * the end the journal says what the exchange says, and nothing was sent twice.
 */
import { randomBytes } from "node:crypto";
import { formatAmount, parseAmount } from "../../../src/kit/money/amount.ts";
import { silentLog } from "../../../src/kit/log/log.ts";
import { systemRandom } from "../../../src/kit/ids/ids.ts";
import type { Sealer } from "../../../src/kit/auth/seal.ts";
import type { Database } from "../../../src/kit/sql/database.ts";
import { HaltView, OrderDesk, OrderJudge } from "../../../src/trading/engine/index.ts";
import { haltViewStore } from "../../../src/trading/engine/sql/halt-view-store.ts";
import { orderJournal } from "../../../src/trading/engine/sql/order-journal.ts";
import { orderStore } from "../../../src/trading/engine/sql/order-store.ts";
import { exchangeKeyStore } from "../../../src/trading/exchanges/sql/key-store.ts";
import type { Exchange } from "../../../src/trading/exchanges/port.ts";
import type { MarketView } from "../../../src/trading/market/index.ts";
import { systemClock, type Clock } from "../../../src/kit/time/clock.ts";
import { toMillis } from "../../../src/kit/time/instant.ts";
import type { PlannedFault } from "../binance-loopback/faults.ts";
import { ANSWERS } from "../binance-loopback/faults.ts";
import type { BinanceLoopback } from "../binance-loopback/loopback.ts";
import { emptyMarket } from "../empty-market.ts";
import { waitUntil } from "../wait-until.ts";
import type { HasteningClock } from "./hastening-clock.ts";

const PLACE = { method: "POST", path: "/api/v3/order" } as const;
const lost = (when: "before" | "after", how: "close" | "half"): PlannedFault => ({
  ...PLACE,
  fault: { kind: "lost", when, how },
});
const answer = (status: number, code: number, msg: string): PlannedFault => ({
  ...PLACE,
  fault: { kind: "answer", status, body: { code, msg } },
});

export const FAULTS: Readonly<Record<string, PlannedFault | undefined>> = {
  "no fault": undefined,
  "lost before": lost("before", "close"),
  "lost after": lost("after", "close"),
  "half an answer": lost("after", "half"),
  429: { ...PLACE, fault: ANSWERS.tooManyRequests },
  "-1021": { ...PLACE, fault: ANSWERS.clockAhead },
  duplicate: answer(400, -2010, "Duplicate order sent."),
};

export const BALANCES = { USDT: "1000000", BTC: "100" };
/** Long in the hurried time, so that leases do not end for want of the processor; a death ends it at once. */
export const CRASH_LEASE_MS = 60_000;
/** So much quicker the schedule of lookups goes after the orders were sent. */
const HURRY = 40;

export interface Customer {
  readonly keyId: number;
  readonly ownerUid: number;
  /** Its name in the engine of the exchange. */
  readonly account: string;
}

export function desk(
  db: Database,
  exchange: Exchange,
  {
    sealer,
    clock,
    owner,
    market = emptyMarket(),
  }: { sealer: Sealer; clock: HasteningClock; owner: string; market?: MarketView },
): OrderDesk {
  return new OrderDesk({
    db,
    journal: orderJournal(db, systemRandom()),
    exchangeKeys: exchangeKeyStore(db, sealer),
    exchanges: [exchange],
    risk: deskRisk(db, { clock, owner, market }),
    clock,
    log: silentLog(),
    owner,
    leaseMs: CRASH_LEASE_MS,
  });
}

/** Halts as they are stored, and no prices unless some are given. */
export function deskRisk(
  db: Database,
  { clock, owner, market = emptyMarket() }: { clock: Clock; owner: string; market?: MarketView },
) {
  return { judge: new OrderJudge(market, clock), halts: new HaltView(haltViewStore(db), owner) };
}

/** A customer of the exchange with a key of its own. */
export async function newCustomer(
  db: Database,
  loopback: BinanceLoopback,
  { sealer, ownerUid }: { sealer: Sealer; ownerUid: number },
): Promise<Customer> {
  const credentials = { token: `key${randomBytes(8).toString("hex")}`, secret: "loopbackSecret0001" };
  const { account } = loopback.addAccount({
    apiKey: credentials.token,
    secret: credentials.secret,
    balances: BALANCES,
  });
  const store = exchangeKeyStore(db, sealer);
  const at = systemClock().now();
  const key = await store.addKey(
    { ownerUid, uid: ownerUid, exchange: "binance", label: "x", credentials, at },
    100_000,
  );
  if (!key) throw new Error("the key was not stored");
  const works = { canRead: true, canTrade: true, canWithdraw: false, isIpRestricted: false, error: null };
  await store.recordTest({ ownerUid, uid: ownerUid, id: key.id, at }, { status: "active", ...works });
  return { keyId: key.id, ownerUid, account };
}

/** Two orders that rest and are cancelled by their time, and one that trades at once. */
export async function askForOrders(db: Database, { keyId, ownerUid }: Customer): Promise<void> {
  const store = orderStore(db, systemRandom());
  const nowMs = toMillis(systemClock().now());
  const common = { ownerUid, uid: ownerUid, keyId, exchange: "binance", nowMs };
  const market = { marketId: "btcusdt", side: "buy", amount: "0.01" } as const;
  const rest = { ...market, type: "limit", price: "10000" } as const;
  await store.addBatch({
    ...common,
    order: rest,
    sendAtMs: [nowMs, nowMs + 40],
    intervalMs: 40,
    expireAfterMs: 200,
  });
  const now = { ...market, type: "market" } as const;
  await store.addBatch({ ...common, order: now, sendAtMs: [nowMs + 20], intervalMs: 0, expireAfterMs: 0 });
}

/** What the dead leave: a lease that runs out, and connections that break. */
export async function bury(db: Database, { keyId }: Customer, applicationName: string): Promise<void> {
  await db.query({
    name: "test.breakConnections",
    text: "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1",
    values: [applicationName],
  });
  await db.execute({
    name: "test.expireLease",
    text: "update kit.leases set expires_at = 'epoch' where name = $1",
    values: [`trading.sender.${keyId}`],
  });
}

const OVER = new Set(["filled", "canceled", "expired", "rejected", "not_sent", "missing"]);

interface StoredOrder {
  readonly id: number;
  readonly client_order_id: string;
  readonly state: string;
  readonly filled: string;
  readonly booked: string;
  readonly spent: string;
  readonly fees: string;
  readonly transitions: number;
  readonly version: number;
}

async function stored(db: Database, { keyId }: Customer): Promise<StoredOrder[]> {
  return db.query<StoredOrder>({
    name: "test.storedOrders",
    text: `select o.id, o.client_order_id, o.state, trunc(o.filled, 8)::text as filled, o.version,
        (select count(*) from trading.order_transitions t where t.order_id = o.id) as transitions,
        trunc(coalesce(sum(f.amount), 0), 8)::text as booked,
        trunc(coalesce(sum(f.amount * f.price), 0), 8)::text as spent,
        trunc(coalesce(sum(f.fee_amount), 0), 8)::text as fees
      from trading.orders o left join trading.order_fills f on f.order_id = o.id
      where o.key_id = $1 group by o.id order by o.id`,
    values: [keyId],
  });
}

/** Waits until every order has come to its end; time hurries. */
export async function untilOver(db: Database, customer: Customer, clock: HasteningClock): Promise<void> {
  await waitUntil(async () => {
    const orders = await stored(db, customer);
    // Its time must not be missed because a test is in a hurry.
    if (orders.every(({ state }) => state !== "created")) clock.hurry(HURRY);
    for (const { id, state, filled, booked } of orders) {
      if (!OVER.has(state) || filled !== booked)
        throw new Error(`order ${id} is ${state}, ${booked} of ${filled} booked`);
    }
  });
}

/** What is wrong after the end: differences between journal and exchange, and orders that were sent twice. */
export async function differences(
  db: Database,
  loopback: BinanceLoopback,
  customer: Customer,
  sent: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  const { account } = customer;
  const orders = await stored(db, customer);
  let [usdt, btc] = [parseAmount(BALANCES.USDT), parseAmount(BALANCES.BTC)];
  for (const each of orders) {
    const { client_order_id: clientOrderId, state, filled, booked, spent, fees, transitions, version } = each;
    const real = loopback.engine.order(account, "btcusdt", { clientOrderId });
    const says = real ? `${real.state} ${formatAmount(real.filled)}` : "nothing";
    const isSame = real
      ? real.state === state && formatAmount(real.filled) === filled
      : ["not_sent", "rejected", "missing"].includes(state) && Number(filled) === 0;
    if (!isSame || booked !== filled)
      found.push(`${clientOrderId} is ${state} ${filled} (${booked}); exchange: ${says}`);
    if (sent.filter((id) => id === clientOrderId).length > 1) found.push(`${clientOrderId} was sent twice`);
    if (transitions !== version) found.push(`${clientOrderId} has ${transitions} transitions and version ${version}`);
    usdt -= parseAmount(spent);
    btc += parseAmount(booked) - parseAmount(fees);
  }
  const known = new Set(orders.map((each) => each.client_order_id));
  const real = [...loopback.engine.openOrders(account), ...loopback.engine.closedOrders(account, "btcusdt", 1000)];
  for (const { clientOrderId } of real) if (!known.has(clientOrderId)) found.push(`${clientOrderId} is not ours`);
  const balances = loopback.engine.balances(account);
  for (const [currency, ours] of [
    ["USDT", usdt],
    ["BTC", btc],
  ] as const) {
    const { free = 0n, held = 0n } = balances.get(currency) ?? {};
    if (free + held !== ours)
      found.push(`${currency}: ours ${formatAmount(ours)}, theirs ${formatAmount(free + held)}`);
  }
  return found;
}

/** Missing orders are watched for a day: the next case has nothing to do with them. */
export async function closeCase(db: Database, { keyId }: Customer): Promise<void> {
  await db.execute({
    name: "test.settleCase",
    text: "update trading.orders set is_settled = true, has_command = false where key_id = $1",
    values: [keyId],
  });
}
