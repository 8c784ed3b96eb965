/**
 * Rented servers that come to their end. A server waits as `provisioning` until a process that works takes it: see `claimServers` of
 * the engine.
 */
import type { Database, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { PROVISIONING_MS } from "../core/server-types.ts";
import type { ServerUses } from "../store.ts";
import { refundServer } from "./servers.ts";

const BATCH = 100;

/** Ends what is over, and pays back what never began: how many servers were changed. A refund that fails lets none run on. */
export async function stopExpiredServers(db: Database, at: Instant, uses: ServerUses): Promise<number> {
  const ended = await db.transaction(
    async (tx) => (await stopExpired(tx, at)) + (await disableStopped(tx, at, uses.activeStates)),
  );
  const failed = await db.transaction(async (tx) => {
    const rows = await failUnclaimed(tx, at);
    for (const row of rows) await refundServer(tx, row, 0, at);
    return rows.length;
  });
  return ended + failed;
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

/** Servers that wind down, and on which no strategy is active any more, are over. */
async function disableStopped(tx: Transaction, at: Instant, activeStates: readonly string[]): Promise<number> {
  return await tx.execute({
    name: "trading.disableStoppedServers",
    text: `update trading.servers set status = 'disabled', ended_at = $1, worker = null where id in (
        select v.id from trading.servers v where v.status = 'stopping' and not exists (
          select from trading.strategies s where s.server_id = v.id and s.state = any ($2::text[]))
        order by v.id limit ${BATCH} for update skip locked)`,
    values: [timestamp(at), activeStates],
  });
}
