/** Access after a restore: what was used up or ended since the backup is no longer valid. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";

/** Ends every session, and takes the effect from links in mails. Answers how many sessions there were. */
export async function endSessions(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute({ name: "trading.endLinksAfterRestore", text: "delete from trading.user_tokens" });
    return tx.execute({ name: "trading.endSessionsAfterRestore", text: "delete from trading.sessions" });
  });
}

/**
 * Refuses nonces of all times up to now, of every key: those that were used since the backup are among them, if
 * clients use the time for nonces. Windows in Redis end, because they have another name. Answers how many keys there
 * are.
 */
export async function raiseNonces(db: Database, nowMs: number): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute({ name: "trading.forgetNoncesAfterRestore", text: "delete from trading.used_nonces" });
    return tx.execute({
      name: "trading.raiseNoncesAfterRestore",
      text: `update trading.nonce_marks set mark = greatest(mark, $1::numeric * 10000000),
        floor = greatest(floor, $1::numeric * 10000000), window_name = gen_random_uuid()::text, window_begun_at = null,
        database_until = null`,
      values: [Math.floor(nowMs)],
    });
  });
}

/**
 * Passes over addresses that other users may have been given since: what they receive would be credited to the wrong one.
 * Answers of how many currencies.
 */
export async function skipAddresses(db: Queryable, count: number): Promise<number> {
  return db.execute({
    name: "trading.skipReceivingAddresses",
    text: "update trading.receiving_counters set next_index = least(next_index + $1, 2147483648)",
    values: [count],
  });
}
