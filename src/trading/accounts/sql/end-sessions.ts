import type { Transaction } from "../../../kit/sql/database.ts";

/** Ends the sessions of users, all or all but one: every other login needs the new password. */
export async function endSessions(tx: Transaction, uids: readonly number[], exceptSession?: number): Promise<void> {
  await tx.execute({
    name: "trading.endSessions",
    text: "delete from trading.sessions where uid = any ($1::bigint[]) and ($2::bigint is null or id <> $2)",
    values: [uids, exceptSession ?? null],
  });
}
