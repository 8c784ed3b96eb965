/** Alerts the user of a strategy that was to trade back what others had traded for a signal, and could not. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { fromMillis } from "../../../kit/time/instant.ts";
import { recordAlerts } from "../../alerts/index.ts";
import type { PendingAct } from "../act-store.ts";

/** Called in the transaction that ends the act, so that each is alerted of once. */
export async function tellNotClosed(tx: Transaction, act: PendingAct, why: string, nowMs: number): Promise<void> {
  const { ownerUid, uid, signalId, iteration, strategyId, code } = act;
  const data = { signal_id: String(signalId), iteration: String(iteration), strategy_id: String(strategyId), code };
  await recordAlerts(tx, [ownerUid], () => [
    { kind: "signal_not_closed", ownerUid, uid, at: fromMillis(nowMs), why, data },
  ]);
}
