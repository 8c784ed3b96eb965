/** The work that waited to leave when the backup was made. It may have left since, so it does not leave now. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";

/** Mails are not sent; what they said is forgotten, as that of every mail that has ended. */
export async function endMails(db: Queryable, why: string, at: Instant): Promise<number> {
  return db.execute({
    name: "trading.endMailsAfterRestore",
    text: `update trading.mails set state = 'failed', body = '', last_error = $1, ended_at = $2
      where state in ('queued', 'sealed')`,
    values: [why, timestamp(at)],
  });
}

/** Messages are not sent. */
export async function endMessages(db: Queryable, why: string): Promise<number> {
  return db.execute({
    name: "trading.endMessagesAfterRestore",
    text: "update trading.telegram_messages set state = 'failed', body = '', last_error = $1 where state = 'waiting'",
    values: [why],
  });
}

/** Alerts become no mails and messages. Lists show them. */
export async function endAlerts(db: Queryable): Promise<number> {
  return db.execute({
    name: "trading.endAlertsAfterRestore",
    text: "update trading.alerts set outcome = 'late' where outcome is null",
  });
}

/** Strategies are neither started nor stopped for a trigger from before. */
export async function endActs(db: Queryable, why: string, nowMs: number): Promise<number> {
  return db.execute({
    name: "trading.endActsAfterRestore",
    text: "update trading.signal_acts set state = 'skipped', why = $1, ended_ms = $2 where state = 'pending'",
    values: [why, Math.floor(nowMs)],
  });
}

/**
 * Orders that no sender had been allowed to send count as if one had been: a sender that takes them over looks them up at
 * their exchange, and never sends them.
 */
export async function doubtOrders(db: Queryable, nowMs: number): Promise<number> {
  return db.execute({
    name: "trading.doubtOrdersAfterRestore",
    text: `update trading.orders set claimed_fence = $1,
        has_command = cancel_asked_ms is not null or check_asked_ms is not null
      where not is_settled and claimed_fence is null`,
    values: [Math.floor(nowMs)],
  });
}

/** Withdrawals that may have been paid since: for the operator to compare with the chain. */
export async function countApprovedWithdrawals(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: "trading.countApprovedWithdrawals",
    text: "select count(*) as count from trading.withdrawals where state = 'approved'",
  });
  return row?.count ?? 0;
}
