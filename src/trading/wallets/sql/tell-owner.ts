/** Mails about withdrawals and their whitelist, in the transaction of what they tell. */
import type { Transaction } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { enqueueMail } from "../../mail/index.ts";
import {
  addressAllowedMail,
  addressRemovedMail,
  withdrawalMail,
  type WithdrawalNews,
} from "../core/withdrawal-mails.ts";
import type { AllowedAddress, Withdrawal } from "../store.ts";

/** Writes to the main user of the account, whichever of its users requested the withdrawal. */
export async function tellOwner(
  tx: Transaction,
  news: WithdrawalNews,
  withdrawal: Withdrawal,
  at: Instant,
): Promise<void> {
  await writeToOwner(tx, withdrawal.ownerUid, (name) => withdrawalMail(news, name, withdrawal), at);
}

/** Tells the owner of a new address of the whitelist. */
export async function tellOwnerOfAddress(
  tx: Transaction,
  ownerUid: number,
  allowed: AllowedAddress,
  at: Instant,
): Promise<void> {
  await writeToOwner(tx, ownerUid, (name) => addressAllowedMail(name, allowed), at);
}

/** Tells the owner of an address that has left the whitelist; `opensAt` where it was the last of its currency. */
export async function tellOwnerOfRemoval(
  tx: Transaction,
  ownerUid: number,
  removed: Pick<AllowedAddress, "currency" | "address"> & { readonly opensAt?: Instant },
  at: Instant,
): Promise<void> {
  await writeToOwner(tx, ownerUid, (name) => addressRemovedMail(name, removed), at);
}

/** The main user is found in the transaction, so that mail goes to the address of now. */
async function writeToOwner(
  tx: Transaction,
  ownerUid: number,
  mailOf: (name: string) => { readonly subject: string; readonly text: string },
  at: Instant,
): Promise<void> {
  const [owner] = await tx.query<{ name: string; email: string }>({
    name: "trading.findWithdrawalOwner",
    text: "select name, email from trading.users where id = $1 and closed_at is null",
    values: [ownerUid],
  });
  if (owner) await enqueueMail(tx, { to: owner.email, ...mailOf(owner.name), uid: ownerUid, at });
}
