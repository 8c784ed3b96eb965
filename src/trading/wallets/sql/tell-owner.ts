/** Mails about withdrawals, in the transaction of what they tell. */
import type { Transaction } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { enqueueMail } from "../../mail/index.ts";
import { withdrawalMail, type WithdrawalNews } from "../core/withdrawal-mails.ts";
import type { Withdrawal } from "../store.ts";

/** Writes to the main user of the account, whoever of it has asked for the withdrawal. */
export async function tellOwner(
  tx: Transaction,
  news: WithdrawalNews,
  withdrawal: Withdrawal,
  at: Instant,
): Promise<void> {
  const [owner] = await tx.query<{ name: string; email: string }>({
    name: "trading.findWithdrawalOwner",
    text: "select name, email from trading.users where id = $1 and closed_at is null",
    values: [withdrawal.ownerUid],
  });
  if (!owner) return;
  await enqueueMail(tx, {
    to: owner.email,
    ...withdrawalMail(news, owner.name, withdrawal),
    uid: withdrawal.ownerUid,
    at,
  });
}
