/** After a restore: what may have happened since the backup was made is not done a second time. */
import type { Database } from "../../kit/sql/database.ts";
import { fromMillis } from "../../kit/time/instant.ts";
import { pauseRestoredRuns } from "../engine/index.ts";
import { endSessions, raiseNonces, skipAddresses } from "./sql/access-again.ts";
import { countApprovedWithdrawals, doubtOrders, endActs, endAlerts, endMails, endMessages } from "./sql/what-waited.ts";

/** How many of each there were. */
export interface HeldBack {
  readonly mails: number;
  readonly messages: number;
  readonly alerts: number;
  readonly acts: number;
  readonly orders: number;
  readonly runs: number;
  readonly sessions: number;
  /** Withdrawals that are approved, and may have been paid. */
  readonly withdrawals: number;
}

/** Receiving addresses that may have been shown to users since, of each currency. */
export const SKIPPED_ADDRESSES = 100;

/**
 * Changes a restored platform that something may have happened to since the backup:
 *
 * - Mails, messages and actions on signals that waited are not sent and not done.
 * - Orders that waited to be sent are never sent; they are looked up at their exchanges. Runs are paused.
 * - Everybody logs in again, links in mails are void, and nonces of requests before now are refused.
 * - Receiving addresses that may have been shown to other users are passed over.
 *
 * @param why shown where something was held back
 */
export async function holdBack(
  db: Database,
  { why, nowMs }: { readonly why: string; readonly nowMs: number },
): Promise<HeldBack> {
  const at = fromMillis(nowMs);
  const held = {
    mails: await endMails(db, why, at),
    messages: await endMessages(db, why),
    alerts: await endAlerts(db),
    acts: await endActs(db, why, nowMs),
    orders: await doubtOrders(db, nowMs),
    sessions: await endSessions(db),
    withdrawals: await countApprovedWithdrawals(db),
  };
  await raiseNonces(db, nowMs);
  await skipAddresses(db, SKIPPED_ADDRESSES);
  // Last, because their owners are notified.
  return { ...held, runs: await pauseRestoredRuns(db, { why, nowMs }) };
}
