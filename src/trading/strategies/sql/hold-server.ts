/** The server that a strategy is to run on, held until the start is committed: it is not given up in between. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { strategyErrors } from "../errors.ts";

/**
 * A server that was chosen for the start.
 *
 * @throws serverNotReady
 */
export async function requireServer(tx: Transaction, ownerUid: number, id: number): Promise<number> {
  const status = await holdServer(tx, ownerUid, id);
  if (status !== "active") throw strategyErrors.serverNotReady({ id, status: status ?? "gone" });
  return id;
}

/** The server of a run that goes on; null where it is over. */
export async function keptServer(tx: Transaction, ownerUid: number, id: number | null): Promise<number | null> {
  if (id === null) return null;
  return (await holdServer(tx, ownerUid, id)) === "active" ? id : null;
}

/** Whoever gives it up locks the row, too: it is given up before the start, or sees the strategy. */
async function holdServer(tx: Transaction, ownerUid: number, id: number): Promise<string | undefined> {
  const [row] = await tx.query<{ status: string }>({
    name: "trading.holdServerOfStart",
    text: "select status from trading.servers where id = $1 and (owner_id = $2 or owner_id is null) for share",
    values: [id, ownerUid],
  });
  return row?.status;
}

/** Where a strategy runs from now on. A run that another process had is free for the one that has the server. */
export async function setServer(
  tx: Transaction,
  strategyId: number,
  runId: number,
  serverId: number | null,
): Promise<void> {
  const moved = await tx.execute({
    name: "trading.setServerOfStrategy",
    text: "update trading.strategies set server_id = $2 where id = $1 and server_id is distinct from $2",
    values: [strategyId, serverId],
  });
  if (moved === 0) return;
  await tx.execute({
    name: "trading.freeRun",
    text: "update trading.runs set worker = '', fence = 0 where id = $1",
    values: [runId],
  });
}
