/** Ends accounts: for a while, or for good. */
import { formatAmount } from "../../../kit/money/amount.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { balanceGivenUp, deleteDuesTo, lockHoldings, postEntry, type Holding } from "../../ledger/index.ts";
import { enqueueMail } from "../../mail/index.ts";
import { endSubscriptionsOfAuthor, endSubscriptionsOfFollower } from "../../signals/index.ts";
import { hasOpenDeposit } from "../../wallets/index.ts";
import { accountClosedMail } from "../core/mails.ts";
import { accountErrors } from "../errors.ts";
import { endAccess } from "./end-access.ts";
import { endSessions } from "./end-sessions.ts";
import { forgetPeople, forgetTraces } from "./forget-people.ts";
import { deedOf, type ByAdmin } from "./operate-accounts.ts";

export interface Closing {
  /** The rest goes to the platform, permanently. Without it, an account that holds money is not closed. */
  readonly giveUpBalance?: boolean;
}

/**
 * Closes an account for good, with its sub-accounts. All access ends, all secrets are destroyed, names and addresses
 * are removed. Payments stay in the ledger. What subscribers of its signals have paid for time that is left is paid back
 * to them, as far as the balance goes. Answers the closed uids; none when the account does not exist or is
 * already closed.
 *
 * @throws accountErrors.balanceLeft, moneyUnderWay, strategiesActive, ordersOpen
 */
export async function closeAccount(
  tx: Transaction,
  uid: number,
  at: Instant,
  { giveUpBalance = false }: Closing = {},
): Promise<readonly number[]> {
  const people = await lockPeople(tx, uid);
  const closing = people.filter((user) => !user.is_closed);
  const uids = closing.map((user) => user.id);
  if (!uids.includes(uid)) return [];
  await settleMoney(tx, uid, at, giveUpBalance);
  await deleteDuesTo(tx, uid);
  await endSubscriptionsOfFollower(tx, uid);
  await endAccess(tx, uids, at);
  await closeUsers(tx, uids, at);
  // Sub-accounts that were deleted before are forgotten with the account, too.
  const all = people.map((user) => user.id);
  await forgetPeople(tx, all);
  await forgetTraces(tx, all, at);
  for (const user of closing) {
    const ownerUid = user.owner_id ?? user.id;
    await recordAudit(tx, { ownerUid, uid, action: "account.close", subject: String(user.id), at });
    // The last words go to the address that was just removed, if it was the user's.
    if (user.is_verified) await enqueueMail(tx, { to: user.email, ...accountClosedMail(user.username, at), at });
  }
  return uids;
}

/** Nothing is left behind out of reach. Sub-accounts hold nothing of their own. */
async function settleMoney(tx: Transaction, ownerUid: number, at: Instant, giveUpBalance: boolean): Promise<void> {
  const holdings = await lockHoldings(tx, ownerUid);
  const isUnderWay = holdings.some(({ held }) => held > 0n) || (await hasOpenDeposit(tx, ownerUid));
  if (isUnderWay) throw accountErrors.moneyUnderWay({ details: { balances: holdings.map(shown) } });
  // Before the rest goes to the platform: it is for followers of signals that they have paid.
  await endSubscriptionsOfAuthor(tx, ownerUid, at);
  const left = await lockHoldings(tx, ownerUid);
  if (left.length > 0 && !giveUpBalance) {
    const amounts = holdings.map(({ currency, available }) => `${formatAmount(available)} ${currency}`).join(", ");
    throw accountErrors.balanceLeft({ amounts, details: { balances: holdings.map(shown) } });
  }
  const description = "Given up when the account was closed";
  for (const { currency, available: amount } of left) {
    const reference = `close:${ownerUid}:${currency}`;
    await postEntry(tx, balanceGivenUp({ reference, ownerUid, currency, amount, description, at }));
  }
}

function shown({ currency, available, held }: Holding) {
  return { currency, available: formatAmount(available), held: formatAmount(held) };
}

/**
 * Turns a user off, or on again. Sub-accounts of a user that is off cannot get in either, so their sessions end as
 * well. Strategies go on. False when the user does not exist, or the account is closed.
 */
export async function setUserActive(
  tx: Transaction,
  uid: number,
  isActive: boolean,
  at: Instant,
  by?: ByAdmin,
): Promise<boolean> {
  const [user] = await tx.query<{ owner_id: number | null }>({
    name: "trading.setUserActive",
    text: "update trading.users set is_active = $2 where id = $1 and closed_at is null returning owner_id",
    values: [uid, isActive],
  });
  if (!user) return false;
  if (!isActive) await endSessions(tx, await uidsOfAccount(tx, uid));
  const action = isActive ? "account.enable" : "account.disable";
  await recordAudit(tx, { ownerUid: user.owner_id ?? uid, ...deedOf(by), action, subject: String(uid), at });
  return true;
}

/** A user with its sub-accounts. */
export async function uidsOfAccount(tx: Transaction, uid: number): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>({
    name: "trading.listUidsOfAccount",
    text: "select id from trading.users where id = $1 or owner_id = $1",
    values: [uid],
  });
  return rows.map(({ id }) => id);
}

interface ClosingRow {
  readonly id: number;
  readonly owner_id: number | null;
  readonly username: string;
  readonly email: string;
  readonly is_verified: boolean;
  readonly is_closed: boolean;
}

/** The user and all sub-accounts that it ever had, owner first, so that closing meets no other change half-way. */
async function lockPeople(tx: Transaction, uid: number): Promise<ClosingRow[]> {
  return tx.query<ClosingRow>({
    name: "trading.lockPeople",
    text: `select id, owner_id, username, email, email_verified_at is not null as is_verified,
        closed_at is not null as is_closed
      from trading.users where id = $1 or owner_id = $1 order by id for update`,
    values: [uid],
  });
}

/** No user of the account is let in again. */
async function closeUsers(tx: Transaction, uids: readonly number[], at: Instant): Promise<void> {
  await tx.execute({
    name: "trading.closeUsers",
    text: "update trading.users set is_active = false, closed_at = $2 where id = any ($1::bigint[])",
    values: [uids, timestamp(at)],
  });
}
