/**
 * Orders whose sender dies at one await, alone and together with a fault of the exchange. Another sender takes over;
 * at the end the journal equals the exchange's state, and nothing was sent twice.
 */
import { randomBytes } from "node:crypto";
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
import type { BinanceLoopback } from "../binance-loopback/loopback.ts";
import { emptyMarket } from "../empty-market.ts";
import { waitUntil } from "../wait-until.ts";
import type { HasteningClock } from "./hastening-clock.ts";

export const BALANCES = { USDT: "1000000", BTC: "100", ETH: "1000" };
/** Long in the hurried time, so that leases do not end for want of the processor; a death ends it at once. */
export const CRASH_LEASE_MS = 60_000;
/** A busy machine sends every order of these cases: one that it misses meets no fault. */
export const PATIENT_MS = 45_000;
/** This much quicker the schedule of lookups goes after the orders were sent. */
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
    halts,
    missedAfterMs = PATIENT_MS,
  }: {
    sealer: Sealer;
    clock: HasteningClock;
    owner: string;
    market?: MarketView;
    halts?: HaltView;
    missedAfterMs?: number;
  },
): OrderDesk {
  return new OrderDesk({
    db,
    journal: orderJournal(db, systemRandom()),
    exchangeKeys: exchangeKeyStore(db, sealer),
    exchanges: [exchange],
    risk: { ...deskRisk(db, { clock, owner, market }), ...(halts && { halts }) },
    clock,
    log: silentLog(),
    owner,
    leaseMs: CRASH_LEASE_MS,
    missedAfterMs,
  });
}

/** Halts as they are stored, and no prices unless some are given. */
export function deskRisk(
  db: Database,
  { clock, owner, market = emptyMarket() }: { clock: Clock; owner: string; market?: MarketView },
) {
  const halts = new HaltView(haltViewStore(db), owner);
  return { judge: new OrderJudge(market, clock), halts, mayTrade: async () => true };
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

/** Two orders that rest and are cancelled by their time, one that trades at once, and one that is cancelled before its time. */
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
  const single = { ...common, intervalMs: 0, expireAfterMs: 0 } as const;
  await store.addBatch({ ...single, order: now, sendAtMs: [nowMs + 20] });
  const later = await store.addBatch({ ...single, order: rest, sendAtMs: [nowMs + 60_000] });
  for (const { terms } of later?.orders ?? []) await store.askCancel(terms, { uid: ownerUid, nowMs });
}

/** The remains of dead processes: a lease that runs out, and connections that break. */
export async function bury(db: Database, { keyId }: Customer, applicationName: string): Promise<void> {
  await breakConnections(db, applicationName);
  await db.execute({
    name: "test.expireLease",
    text: "update kit.leases set expires_at = 'epoch' where name = $1",
    values: [`trading.sender.${keyId}`],
  });
}

/** The transactions of a dead process end. */
export async function breakConnections(db: Database, applicationName: string): Promise<void> {
  await db.query({
    name: "test.breakConnections",
    text: "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1",
    values: [applicationName],
  });
}

const OVER = new Set(["filled", "canceled", "expired", "rejected", "not_sent", "missing"]);

export interface StoredOrder {
  readonly id: number;
  readonly client_order_id: string;
  readonly state: string;
  readonly market_id: string;
  readonly filled: string;
  readonly booked: string;
  readonly transitions: number;
  readonly version: number;
  readonly has_command: boolean;
  readonly lookup: string;
  readonly why: string;
}

export async function readOrders(db: Database, { keyId }: Pick<Customer, "keyId">): Promise<StoredOrder[]> {
  return db.query<StoredOrder>({
    name: "test.storedOrders",
    text: `select o.id, o.client_order_id, o.state, o.market_id, trunc(o.filled, 8)::text as filled, o.version, o.has_command,
        o.lookup || ' at ' || coalesce(o.lookup_at_ms, 0) || ', ' || o.tries || ' tries, written ' || o.updated_ms as lookup, o.why,
        (select count(*) from trading.order_transitions t where t.order_id = o.id) as transitions,
        trunc(coalesce((select sum(f.amount) from trading.order_fills f where f.order_id = o.id), 0), 8)::text as booked
      from trading.orders o where o.key_id = $1 order by o.id`,
    values: [keyId],
  });
}

/** Waits until every order has come to its end; time hurries. */
export async function untilOver(db: Database, customer: Customer, clock: HasteningClock): Promise<void> {
  await waitUntil(async () => {
    const orders = await readOrders(db, customer);
    // Its time must not be missed because a test is in a hurry.
    if (orders.every(({ state }) => state !== "created")) clock.hurry(HURRY);
    for (const { id, state, filled, booked, has_command: hasCommand, lookup, why } of orders) {
      if (OVER.has(state) && filled === booked && !hasCommand) continue;
      const more = `${hasCommand ? "with a command, " : ""}lookup ${lookup}: ${why}, now ${toMillis(clock.now())}`;
      throw new Error(`order ${id} is ${state}, ${booked} of ${filled} booked, ${more}`);
    }
  });
}

/** Missing orders are watched for a day: the next case has nothing to do with them. */
export async function closeCase(db: Database, { keyId }: Customer): Promise<void> {
  await db.execute({
    name: "test.settleCase",
    text: "update trading.orders set is_settled = true, has_command = false where key_id = $1",
    values: [keyId],
  });
}
