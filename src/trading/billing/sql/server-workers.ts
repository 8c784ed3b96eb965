/**
 * How workers and servers find each other: a server waits as `provisioning` until a worker claims it, and is free to be
 * claimed again when that worker has been silent for too long.
 */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { PROVISIONING_MS, type ServerKind } from "../core/server-types.ts";
import { refundServer } from "./servers.ts";

/** A worker that has not been heard of for so long has lost its servers. It should send a heartbeat every 20 seconds. */
const SILENCE_MS = 90_000;

const BATCH = 100;

export interface ClaimedServer {
  readonly id: number;
  /** Null for one that packages include, whose strategies are of many accounts. */
  readonly ownerUid: number | null;
  readonly type: ServerKind;
  readonly serverPackage: string;
  /** Grows with each claim: what is written by the one before can be told apart and refused. */
  readonly claim: number;
  readonly expiresAt: Instant | null;
}

export interface Worker {
  readonly name: string;
  readonly regions: readonly string[];
}

/**
 * Gives a worker one server of its regions that has none; undefined when there is nothing to do.
 *
 * @awaitsEngine
 */
export async function claimServer(q: Queryable, worker: Worker, at: Instant): Promise<ClaimedServer | undefined> {
  const [row] = await q.query<ClaimedServer>({
    name: "trading.claimServer",
    text: `update trading.servers set status = case when status = 'stopping' then status else 'active' end,
        worker = $1, claim = claim + 1, heartbeat_at = $3, started_at = coalesce(started_at, $3),
        expires_at = coalesce(expires_at, $3::timestamptz + duration_seconds * interval '1 second')
      where id = (
        select id from trading.servers
        where region = any ($2::text[])
          and (status = 'provisioning' or (status in ('active', 'stopping') and heartbeat_at < $4))
        order by owner_id is null, id limit 1 for update skip locked)
      returning id, owner_id as "ownerUid", type, server_package as "serverPackage", claim, expires_at as "expiresAt"`,
    values: [worker.name, worker.regions, timestamp(at), timestamp(plusMillis(at, -SILENCE_MS))],
  });
  return row;
}

/**
 * A worker says that it lives; `stopping` asks it to wind down; undefined: the server is another's by now, or over.
 *
 * @awaitsEngine
 */
export async function heartbeatServer(
  q: Queryable,
  { id, claim }: Pick<ClaimedServer, "id" | "claim">,
  at: Instant,
): Promise<"active" | "stopping" | undefined> {
  const [row] = await q.query<{ readonly status: "active" | "stopping" }>({
    name: "trading.heartbeatServer",
    text: `update trading.servers set heartbeat_at = $3
      where id = $1 and claim = $2 and status in ('active', 'stopping') returning status`,
    values: [id, claim, timestamp(at)],
  });
  return row?.status;
}

/**
 * A worker lets go: a server that was stopping is over, any other waits for the next worker.
 *
 * @awaitsEngine
 */
export async function releaseServer(
  q: Queryable,
  { id, claim }: Pick<ClaimedServer, "id" | "claim">,
  at: Instant,
): Promise<void> {
  await q.execute({
    name: "trading.releaseServer",
    text: `update trading.servers set status = case when status = 'stopping' then 'disabled' else 'provisioning' end,
        ended_at = case when status = 'stopping' then $3::timestamptz end, worker = null, heartbeat_at = null
      where id = $1 and claim = $2 and status in ('active', 'stopping')`,
    values: [id, claim, timestamp(at)],
  });
}

/** Ends what is over, and pays back what never began: how many servers were changed. */
export async function stopExpiredServers(tx: Transaction, at: Instant): Promise<number> {
  const failed = await failUnclaimed(tx, at);
  for (const row of failed) await refundServer(tx, row, 0, at);
  return failed.length + (await stopExpired(tx, at)) + (await disableStopped(tx, at));
}

/** Rented servers that no worker wanted. */
async function failUnclaimed(
  tx: Transaction,
  at: Instant,
): Promise<{ readonly id: number; readonly owner_id: number; readonly paid: string; readonly price_hour: string }[]> {
  return await tx.query({
    name: "trading.failUnclaimedServers",
    text: `update trading.servers set status = 'failed', ended_at = $1 where id in (
        select id from trading.servers
        where status = 'provisioning' and started_at is null and owner_id is not null and created_at <= $2
        order by id limit ${BATCH} for update skip locked)
      returning id, owner_id, paid, price_hour`,
    values: [timestamp(at), timestamp(plusMillis(at, -PROVISIONING_MS))],
  });
}

/** Servers whose time is over wind down. */
async function stopExpired(tx: Transaction, at: Instant): Promise<number> {
  return await tx.execute({
    name: "trading.stopExpiredServers",
    text: `update trading.servers set status = 'stopping' where id in (
        select id from trading.servers where status in ('provisioning', 'active') and expires_at <= $1
        order by id limit ${BATCH} for update skip locked)`,
    values: [timestamp(at)],
  });
}

/** Servers that wind down and have no worker, or one that is silent, are over. */
async function disableStopped(tx: Transaction, at: Instant): Promise<number> {
  return await tx.execute({
    name: "trading.disableStoppedServers",
    text: `update trading.servers set status = 'disabled', ended_at = $1, worker = null where id in (
        select id from trading.servers where status = 'stopping' and (heartbeat_at is null or heartbeat_at < $2)
        order by id limit ${BATCH} for update skip locked)`,
    values: [timestamp(at), timestamp(plusMillis(at, -SILENCE_MS))],
  });
}
