/** Single-use links on PostgreSQL. */
import type { Sealer } from "../../../kit/auth/seal.ts";
import { enqueue } from "../../../kit/jobs/enqueue.ts";
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { enqueueMail, enqueueSecretMail, mayMailLink, sendMailsSoon } from "../../mail/index.ts";
import { lockUser } from "../../users/index.ts";
import { mailResetLinkJob } from "../jobs/mail-reset-link.ts";
import type { NewToken, PasswordChange, TokenPurpose, TokenStore } from "../store.ts";
import type { Person } from "../user.ts";
import { changeEmail } from "./change-email.ts";
import { changePassword } from "./change-password.ts";
import { findPeopleByLogin } from "./users.ts";

/** @param sealer for mails with links, which wait sealed */
export function tokenStore(db: Database, sealer: Pick<Sealer, "seal">): TokenStore {
  return {
    issue: (token, notSince) => db.transaction((tx) => issueToken(tx, sealer, token, notSince)),
    find: (hash, purpose, now) => findTokenHolder(db, hash, purpose, now),
    verifyEmail: (hash, at) => db.transaction((tx) => verifyEmail(tx, hash, at)),
    changeEmail: (hash, change) => db.transaction((tx) => changeEmail(tx, hash, change)),
    resetPassword: (hash, change) => db.transaction((tx) => resetPassword(tx, hash, change)),
    askReset: (login) => enqueue(db, mailResetLinkJob, { login }),
    findForReset: (login) => findPeopleByLogin(db, login),
  };
}

/** Links with which a password can be set, at the same time. */
const MOST_RESETS = 5;

/**
 * Keeps a new token, unless there is a fresh one, or its address has had too many. It takes the place of earlier ones, except
 * for a new password: anybody may ask for that link, and must not make those void that the user already has.
 */
async function issueToken(
  tx: Transaction,
  sealer: Pick<Sealer, "seal">,
  token: NewToken,
  notSince: Instant,
): Promise<boolean> {
  const { uid, ownerUid } = token.person;
  const email = token.elsewhere?.email ?? token.person.email;
  await lockUser(tx, uid);
  const fresh = await tx.query({
    name: "trading.findFreshToken",
    text: "select uid from trading.user_tokens where uid = $1 and purpose = $2 and created_at > $3",
    values: [uid, token.purpose, timestamp(notSince)],
  });
  if (fresh.length > 0) return false;
  const { purpose, at, expiresAt } = token;
  if (purpose === "resetPassword") {
    if ((await countTokens(tx, uid, purpose, at)) >= MOST_RESETS) return false;
    await addUserToken(tx, { ...token, uid, email });
  } else {
    if (!(await mayMailLink(tx, email, at))) return false;
    await replaceUserToken(tx, { ...token, uid, email });
  }
  await enqueueSecretMail(tx, sealer, { to: email, ...token.mail, uid, at, expiresAt });
  if (token.elsewhere) {
    await enqueueMail(tx, { to: token.person.email, ...token.elsewhere.notice, uid, at: token.at });
    await recordAudit(tx, { ownerUid, uid, action: "email.change_request", subject: String(uid), at: token.at });
  }
  await sendMailsSoon(tx);
  return true;
}

/** How many tokens of a purpose still count. */
async function countTokens(tx: Transaction, uid: number, purpose: TokenPurpose, now: Instant): Promise<number> {
  const rows = await tx.query({
    name: "trading.listLiveTokens",
    text: `select uid from trading.user_tokens where uid = $1 and purpose = $2 and expires_at > $3 limit ${MOST_RESETS}`,
    values: [uid, purpose, timestamp(now)],
  });
  return rows.length;
}

type StoredToken = Pick<NewToken, "purpose" | "tokenHash" | "at" | "expiresAt"> & {
  readonly uid: number;
  readonly email: string;
};

/** Keeps a token in the place of the user's earlier ones of its purpose. */
export async function replaceUserToken(tx: Transaction, token: StoredToken): Promise<void> {
  await tx.execute({
    name: "trading.forgetUserTokens",
    text: "delete from trading.user_tokens where uid = $1 and purpose = $2",
    values: [token.uid, token.purpose],
  });
  await addUserToken(tx, token);
}

/** Keeps a token beside the others of its user. */
async function addUserToken(tx: Transaction, token: StoredToken): Promise<void> {
  await tx.execute({
    name: "trading.addUserToken",
    text: `insert into trading.user_tokens (token_hash, uid, purpose, email, created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [token.tokenHash, token.uid, token.purpose, token.email, timestamp(token.at), timestamp(token.expiresAt)],
  });
}

interface HolderRow {
  readonly id: number;
  readonly owner_id: number | null;
  readonly username: string;
  readonly email: string;
}

/** Whose token this is, without using it up: a new password is checked first. */
async function findTokenHolder(
  q: Queryable,
  tokenHash: Buffer,
  purpose: TokenPurpose,
  now: Instant,
): Promise<Person | undefined> {
  const [row] = await q.query<HolderRow>({
    name: "trading.findTokenHolder",
    text: `select u.id, u.owner_id, u.username, u.email from trading.user_tokens t join trading.users u on u.id = t.uid
      where t.token_hash = $1 and t.purpose = $2 and t.expires_at > $3 and t.email = u.email
        and u.is_active and u.closed_at is null`,
    values: [tokenHash, purpose, timestamp(now)],
  });
  return row && { uid: row.id, ownerUid: row.owner_id ?? row.id, username: row.username, email: row.email };
}

/** Takes a token away; of two who bring it at the same time, one gets its user. */
async function takeToken(
  tx: Transaction,
  tokenHash: Buffer,
  purpose: TokenPurpose,
  at: Instant,
): Promise<{ uid: number; email: string } | undefined> {
  const [row] = await tx.query<{ uid: number; email: string }>({
    name: "trading.takeUserToken",
    text: `delete from trading.user_tokens where token_hash = $1 and purpose = $2 and expires_at > $3
      returning uid, email`,
    values: [tokenHash, purpose, timestamp(at)],
  });
  return row;
}

/** The address that the token went to is the user's. */
async function verifyEmail(tx: Transaction, tokenHash: Buffer, at: Instant): Promise<boolean> {
  const token = await takeToken(tx, tokenHash, "verifyEmail", at);
  if (!token) return false;
  const [user] = await tx.query<{ owner_id: number | null }>({
    name: "trading.markEmailVerified",
    text: `update trading.users set email_verified_at = $3
      where id = $1 and email = $2 and closed_at is null returning owner_id`,
    values: [token.uid, token.email, timestamp(at)],
  });
  if (!user) return false;
  const { uid } = token;
  await recordAudit(tx, { ownerUid: user.owner_id ?? uid, uid, action: "email.verify", subject: String(uid), at });
  return true;
}

/** A new password for who brings the link. */
async function resetPassword(tx: Transaction, tokenHash: Buffer, change: PasswordChange): Promise<boolean> {
  const token = await takeToken(tx, tokenHash, "resetPassword", change.at);
  if (token?.uid !== change.person.uid) return false;
  await changePassword(tx, change);
  return true;
}

/** Forgets what can no longer be used. */
export async function trimTokens(q: Queryable, now: Instant): Promise<void> {
  await q.execute({
    name: "trading.trimUserTokens",
    text: "delete from trading.user_tokens where expires_at < $1",
    values: [timestamp(now)],
  });
}
