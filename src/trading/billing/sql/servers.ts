/** Rented servers, and those that packages include. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { HOUR_SECONDS } from "../../../kit/time/spans.ts";
import { recordAudit } from "../../audit/index.ts";
import type { Page } from "../../page.ts";
import { refundOf, rentOf, type ServerKind } from "../core/server-types.ts";
import { billingErrors } from "../errors.ts";
import type { Change, Listed, Rent, Server, ServerUses, ServerView } from "../store.ts";
import { giveBackUnused, postCharge } from "./charges.ts";
import { lockSubscription } from "./subscriptions.ts";

interface Row {
  readonly id: number;
  readonly owner_id: number | null;
  readonly type: ServerKind;
  readonly region: string;
  readonly server_package: string;
  readonly status: Server["status"];
  readonly cpu: number;
  readonly memory_mb: number;
  readonly price_hour: string;
  readonly created_at: Instant;
  readonly expires_at: Instant | null;
}

const COLUMNS = `id, owner_id, type, region, server_package, status, cpu, memory_mb, price_hour, created_at, expires_at`;

/** Of a `ServerView`. */
const IN_VIEW = "type = $1 and (owner_id = $2 or (owner_id is null and region = any ($3::text[])))";

/** Enough for anybody, and few enough to be counted. */
const MAX_RENTED = 20;

/** A page of the servers that an account sees, newest first, with those that packages include. */
export async function listServers(q: Queryable, view: ServerView, page: Page): Promise<Listed<Server>> {
  const rows = await q.query<Row>({
    name: "trading.listServers",
    text: `select ${COLUMNS} from trading.servers where ${IN_VIEW} order by id desc limit $4 offset $5`,
    values: [...viewValues(view), page.limit, page.offset],
  });
  return { items: rows.map(serverOf), total: await countServers(q, view) };
}

/** The total beside a page. */
async function countServers(q: Queryable, view: ServerView): Promise<number> {
  const [row] = await q.query<{ readonly total: number }>({
    name: "trading.countServers",
    text: `select count(*) as total from trading.servers where ${IN_VIEW}`,
    values: viewValues(view),
  });
  return row?.total ?? 0;
}

/** One server that an account sees. */
export async function findServer(q: Queryable, view: ServerView, id: number): Promise<Server | undefined> {
  const [row] = await q.query<Row>({
    name: "trading.findServer",
    text: `select ${COLUMNS} from trading.servers where ${IN_VIEW} and id = $4`,
    values: [...viewValues(view), id],
  });
  return row && serverOf(row);
}

/** Rents a server, paid in advance. Accounts wait here for themselves, so that they do not rent too many at once. */
export async function rentServer(tx: Transaction, rent: Rent): Promise<Server> {
  const { ownerUid, uid, at, machine, region, durationSeconds } = rent;
  await lockSubscription(tx, ownerUid, at);
  if ((await countRented(tx, ownerUid)) >= MAX_RENTED) throw billingErrors.tooManyServers({ maximum: MAX_RENTED });
  const paid = rentOf(machine.priceHour, durationSeconds);
  const row = await insertServer(tx, rent, paid);
  await postCharge(tx, {
    ownerUid,
    reference: `server:${row.id}`,
    type: "server",
    description: `Server ${row.id} (${machine.name}, ${region}), ${Math.ceil(durationSeconds / HOUR_SECONDS)} hours`,
    amount: paid,
    at,
  });
  const details = { package: machine.id, region, durationSeconds, paid: String(paid) };
  await recordAudit(tx, { ownerUid, uid, action: "server.enable", subject: String(row.id), details, at });
  return serverOf(row);
}

/** How many an account rents that are not over. */
async function countRented(tx: Transaction, ownerUid: number): Promise<number> {
  const [row] = await tx.query<{ readonly rented: number }>({
    name: "trading.countRentedServers",
    text: `select count(*) as rented from trading.servers
      where owner_id = $1 and status in ('provisioning', 'active', 'stopping')`,
    values: [ownerUid],
  });
  return row?.rented ?? 0;
}

/** A server that waits for a worker. */
async function insertServer(tx: Transaction, rent: Rent, paid: bigint): Promise<Row> {
  const { machine } = rent;
  const [row] = await tx.query<Row>({
    name: "trading.insertServer",
    text: `insert into trading.servers (owner_id, type, region, server_package, status, cpu, memory_mb, price_hour, paid,
        duration_seconds, created_at)
      values ($1, $2, $3, $4, 'provisioning', $5, $6, $7, $8, $9, $10) returning ${COLUMNS}`,
    values: [
      rent.ownerUid,
      machine.type,
      rent.region,
      machine.id,
      machine.cpu,
      machine.memoryMb,
      String(machine.priceHour),
      String(paid),
      rent.durationSeconds,
      timestamp(rent.at),
    ],
  });
  invariant(row, "an insert answers its row");
  return row;
}

/** Of the orders that may be open, this many are named. */
const NAMED_ORDERS = 20;

/**
 * Gives a rented server up: what is left of its time is paid back. Of one that is over, only tells.
 *
 * @throws billingErrors.serverInUse, serverHasOrders
 */
export async function stopServer(
  tx: Transaction,
  change: Change,
  { type, id }: { readonly type: ServerKind; readonly id: number },
  uses: ServerUses,
): Promise<Server | undefined> {
  const { ownerUid, uid, at } = change;
  const locked = await lockServer(tx, ownerUid, type, id);
  if (locked === undefined || (locked.status !== "provisioning" && locked.status !== "active")) {
    return locked && serverOf(locked);
  }
  const strategies = await uses.activeStrategies(tx, String(id));
  if (strategies.length > 0) throw billingErrors.serverInUse({ id, details: { active_strategies: strategies } });
  const orders = await uses.openOrders(tx, id, NAMED_ORDERS);
  if (orders.length > 0) throw billingErrors.serverHasOrders({ id, details: { open_orders: orders.map(String) } });
  const usedSeconds = locked.started_at === null ? 0 : Math.max(0, (at - locked.started_at) / 1_000_000);
  await refundServer(tx, { ...locked, owner_id: ownerUid }, usedSeconds, at);
  const row = await setStatus(tx, id, "stopping");
  await recordAudit(tx, { ownerUid, uid, action: "server.disable", subject: String(id), at });
  return serverOf(row);
}

interface PaidRow {
  readonly id: number;
  readonly owner_id: number;
  readonly paid: string;
  readonly price_hour: string;
}

/** Pays back what is left of a server's time, once, as far as it was not paid back before. */
export async function refundServer(tx: Transaction, row: PaidRow, usedSeconds: number, at: Instant): Promise<void> {
  const amount = refundOf({ paid: BigInt(row.paid), priceHour: BigInt(row.price_hour) }, usedSeconds);
  await giveBackUnused(tx, {
    ownerUid: row.owner_id,
    of: `server:${row.id}`,
    reference: `server:${row.id}:unused`,
    description: `Server ${row.id}, time that was not used`,
    amount,
    at,
  });
}

interface LockedRow extends Row {
  readonly paid: string;
  readonly started_at: Instant | null;
}

/** Keeps workers and the clock from changing a server that is given up. */
async function lockServer(
  tx: Transaction,
  ownerUid: number,
  type: ServerKind,
  id: number,
): Promise<LockedRow | undefined> {
  const [row] = await tx.query<LockedRow>({
    name: "trading.lockServer",
    text: `select ${COLUMNS}, paid, started_at from trading.servers
      where id = $1 and owner_id = $2 and type = $3 for no key update`,
    values: [id, ownerUid, type],
  });
  return row;
}

/** The next status of a server that is locked. */
async function setStatus(tx: Transaction, id: number, status: Server["status"]): Promise<Row> {
  const [row] = await tx.query<Row>({
    name: "trading.setServerStatus",
    text: `update trading.servers set status = $2 where id = $1 returning ${COLUMNS}`,
    values: [id, status],
  });
  invariant(row, "a locked server is there");
  return row;
}

function viewValues({ type, ownerUid, defaultRegions }: ServerView): readonly unknown[] {
  return [type, ownerUid, defaultRegions];
}

function serverOf(row: Row): Server {
  return {
    id: row.id,
    type: row.type,
    region: row.region,
    serverPackage: row.server_package,
    isDefault: row.owner_id === null,
    status: row.status,
    cpu: row.cpu,
    memoryMb: row.memory_mb,
    priceHour: BigInt(row.price_hour),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
