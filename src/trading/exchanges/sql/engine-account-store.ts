/** Accounts of simulated and paper exchanges on PostgreSQL. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { LeaseHolder, type LeaseHolderDeps } from "../../../kit/sql/hold-lease.ts";
import { assertFence } from "../../../kit/sql/lease.ts";
import { parseAmount, formatAmount } from "../../../kit/money/amount.ts";
import type { AccountChange, EngineAccountStore, StoredAccount, StoredOrder } from "../engine-account/account-store.ts";
import { orderBody } from "../engine-account/seat.ts";
import type { Fill } from "../port.ts";

const TTL_MS = 5_000;
/** Final orders, and fills, of an account that are kept. */
const KEPT = 10_000;

/** @param exchange whose accounts they are */
export function engineAccountStore(
  db: Database,
  exchange: string,
  holder: Pick<LeaseHolderDeps, "clock" | "log" | "owner">,
): EngineAccountStore {
  const leases = new LeaseHolder({ ...holder, db, ttlMs: TTL_MS });
  return {
    hold: (account) => leases.hold(leaseName(exchange, account)),
    want: (account) => want(db, exchange, account),
    listWanted: (accounts) => listWanted(db, exchange, accounts),
    load: (account) => db.transaction((tx) => load(tx, exchange, account)),
    save: (changes) =>
      db.transaction(async (tx) => {
        // In one order, so that two processes never wait for each other.
        for (const change of changes.toSorted((one, two) => (one.account < two.account ? -1 : 1))) {
          await save(tx, exchange, change);
        }
      }),
  };
}

function leaseName(exchange: string, account: string): string {
  return `simulated/${exchange}/${account}`;
}

/** Lets the process that has the account see that another asks for it. */
async function want(db: Queryable, exchange: string, account: string): Promise<void> {
  await db.execute({
    name: "trading.wantSimulatedAccount",
    text: `update trading.simulated_accounts set wanted_at = clock_timestamp()
      where exchange = $1 and account = $2 and wanted_at is null`,
    values: [exchange, account],
  });
}

/** Of the accounts that this process has, those to give away. */
async function listWanted(db: Queryable, exchange: string, accounts: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ account: string }>({
    name: "trading.listWantedSimulatedAccounts",
    text: `select account from trading.simulated_accounts
      where exchange = $1 and account = any ($2) and wanted_at is not null
      order by account limit 10000`,
    values: [exchange, accounts],
  });
  return rows.map(({ account }) => account);
}

async function load(tx: Transaction, exchange: string, account: string): Promise<StoredAccount | undefined> {
  const found = await takeAccount(tx, exchange, account);
  if (!found) return undefined;
  await forgetOrders(tx, exchange, account);
  await forgetFills(tx, exchange, account);
  const balances = JSON.parse(found.balances) as Readonly<Record<string, string>>;
  return {
    account,
    balances: new Map(Object.entries(balances).map(([currency, amount]) => [currency, parseAmount(amount)])),
    lastOrderId: found.last_order_id,
    lastTradeId: found.last_trade_id,
    orders: await listOrders(tx, exchange, account),
    fills: await listFills(tx, exchange, account),
  };
}

/** The account as it was saved last. It is no longer requested: its new process reads it. */
async function takeAccount(tx: Transaction, exchange: string, account: string): Promise<AccountRow | undefined> {
  const [found] = await tx.query<AccountRow>({
    name: "trading.takeSimulatedAccount",
    text: `update trading.simulated_accounts set wanted_at = null where exchange = $1 and account = $2
      returning balances, last_order_id, last_trade_id`,
    values: [exchange, account],
  });
  return found;
}

/** Removes the oldest final orders beyond those that the engine keeps. */
async function forgetOrders(tx: Transaction, exchange: string, account: string): Promise<void> {
  await tx.execute({
    name: "trading.forgetSimulatedOrders",
    text: `delete from trading.simulated_orders where exchange = $1 and account = $2 and not is_open
      and order_id <= (select order_id from trading.simulated_orders
        where exchange = $1 and account = $2 and not is_open order by order_id desc offset $3 limit 1)`,
    values: [exchange, account, KEPT],
  });
}

/** Removes the oldest fills beyond those that are kept in memory. */
async function forgetFills(tx: Transaction, exchange: string, account: string): Promise<void> {
  await tx.execute({
    name: "trading.forgetSimulatedFills",
    text: `delete from trading.simulated_fills where exchange = $1 and account = $2
      and n <= (select n from trading.simulated_fills
        where exchange = $1 and account = $2 order by n desc offset $3 limit 1)`,
    values: [exchange, account, KEPT],
  });
}

/** Final ones first, as they became so; then open ones as they came. */
async function listOrders(tx: Transaction, exchange: string, account: string): Promise<StoredOrder[]> {
  const rows = await tx.query<{ body: string }>({
    name: "trading.listSimulatedOrders",
    text: `select body from trading.simulated_orders where exchange = $1 and account = $2
      order by is_open, case when is_open then 0 else (body ->> 'updatedMs')::numeric end, order_id limit 1000000`,
    values: [exchange, account],
  });
  return rows.map(({ body }) => orderOf(body));
}

/** Oldest first. */
async function listFills(tx: Transaction, exchange: string, account: string): Promise<Fill[]> {
  const rows = await tx.query<{ body: string }>({
    name: "trading.listSimulatedFills",
    text: "select body from trading.simulated_fills where exchange = $1 and account = $2 order by n limit 1000000",
    values: [exchange, account],
  });
  return rows.map(({ body }) => JSON.parse(body) as Fill);
}

async function save(tx: Transaction, exchange: string, change: AccountChange): Promise<void> {
  await assertFence(tx, change.lease.name, change.lease.fence);
  await saveAccount(tx, exchange, change);
  if (change.orders.length > 0) await saveOrders(tx, exchange, change);
  if (change.fills.length > 0) await saveFills(tx, exchange, change);
}

/** Replaces the money of an account, and adds one that is new. */
async function saveAccount(tx: Transaction, exchange: string, change: AccountChange): Promise<void> {
  const { account, lastOrderId, lastTradeId } = change;
  const balances = [...change.balances].map(([currency, amount]) => [currency, formatAmount(amount)]);
  await tx.execute({
    name: "trading.saveSimulatedAccount",
    text: `insert into trading.simulated_accounts (exchange, account, last_order_id, last_trade_id, balances)
      values ($1, $2, $3, $4, $5)
      on conflict (exchange, account) do update set last_order_id = excluded.last_order_id,
        last_trade_id = excluded.last_trade_id, balances = excluded.balances`,
    values: [exchange, account, lastOrderId, lastTradeId, JSON.stringify(Object.fromEntries(balances))],
  });
}

/** Adds orders, and replaces those that have changed. */
async function saveOrders(tx: Transaction, exchange: string, { account, orders }: AccountChange): Promise<void> {
  await tx.execute({
    name: "trading.saveSimulatedOrders",
    text: `insert into trading.simulated_orders (exchange, account, order_id, is_open, body)
      select $1, $2, order_id, is_open, body::jsonb
      from unnest($3::bigint[], $4::boolean[], $5::text[]) as given (order_id, is_open, body)
      on conflict (exchange, account, order_id) do update set is_open = excluded.is_open, body = excluded.body`,
    values: [
      exchange,
      account,
      orders.map((order) => order.orderId),
      orders.map((order) => order.state === "open"),
      orders.map(orderBody),
    ],
  });
}

/** Adds fills in their order. One that is there is the same: a commit whose answer was lost is sent again. */
async function saveFills(tx: Transaction, exchange: string, { account, fills }: AccountChange): Promise<void> {
  await tx.execute({
    name: "trading.saveSimulatedFills",
    text: `insert into trading.simulated_fills (exchange, account, fill_id, body)
      select $1, $2, fill_id, body::jsonb
      from unnest($3::text[], $4::text[]) with ordinality as given (fill_id, body, place) order by place
      on conflict (exchange, account, fill_id) do nothing`,
    values: [exchange, account, fills.map((fill) => fill.id), fills.map((fill) => JSON.stringify(fill))],
  });
}

interface AccountRow {
  readonly balances: string;
  readonly last_order_id: number;
  readonly last_trade_id: number;
}

interface OrderBody extends Omit<StoredOrder, "price" | "stopPrice" | "amount" | "filled" | "cost"> {
  readonly price: string;
  readonly stopPrice: string;
  readonly amount: string;
  readonly filled: string;
  readonly cost: string;
}

function orderOf(text: string): StoredOrder {
  const body = JSON.parse(text) as OrderBody;
  return {
    ...body,
    price: parseAmount(body.price),
    stopPrice: parseAmount(body.stopPrice),
    amount: parseAmount(body.amount),
    filled: parseAmount(body.filled),
    cost: parseAmount(body.cost),
  };
}
