import type { Transaction } from "../../../kit/sql/database.ts";

/**
 * Holds a user until the transaction ends, so that what several of its requests do follows each other: together they
 * keep within a limit. Answers the receiver of a mail; undefined where the user does not exist.
 */
export async function lockUser(
  tx: Transaction,
  uid: number,
): Promise<{ readonly username: string; readonly email: string } | undefined> {
  const [user] = await tx.query<{ username: string; email: string }>({
    name: "trading.lockUser",
    text: "select username, email from trading.users where id = $1 for no key update",
    values: [uid],
  });
  return user;
}
