/** Sign-up on PostgreSQL. */
import type { Sealer } from "../../../kit/auth/seal.ts";
import { enqueue } from "../../../kit/jobs/enqueue.ts";
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { enqueueMail, enqueueSecretMail, mayMailLink, sendMailsSoon } from "../../mail/index.ts";
import { mailSignUpLinkJob } from "../jobs/mail-sign-up-link.ts";
import type { Issued, NewSignUp, SignupStore } from "../store.ts";
import { createAccount } from "./create-account.ts";
import { addInvitation, findInvitation, listInvitations, revokeInvitation, trimInvitations } from "./invitations.ts";
import { listAllInvitations, revokeAnyInvitation } from "./all-invitations.ts";
import { findMainAccount } from "./main-accounts.ts";
import { findReferrer } from "./referral-codes.ts";

/** Between two mails to a given address, and in a day: it may be a stranger's. */
const PAUSE_MS = 120_000;
const MAILS_A_DAY = 5;

/** @param sealer for mails with links, which wait sealed */
export function signupStore(db: Database, sealer: Pick<Sealer, "seal">): SignupStore {
  return {
    findReferrer: (code) => findReferrer(db, code),
    findInvitation: (codeHash, now) => findInvitation(db, codeHash, now),
    ask: (request) => enqueue(db, mailSignUpLinkJob, request),
    issue: (signUp) => db.transaction((tx) => issueSignUp(tx, sealer, signUp)),
    isPending: (tokenHash, now) => isPending(db, tokenHash, now),
    createAccount: (account) => db.transaction((tx) => createAccount(tx, account)),
    invite: (invitation) => db.transaction((tx) => addInvitation(tx, invitation)),
    listInvitations: (uid, page) => listInvitations(db, uid, page),
    revokeInvitation: (uid, id, at) => db.transaction((tx) => revokeInvitation(tx, uid, id, at)),
    listAllInvitations: (page) => listAllInvitations(db, page),
    revokeAnyInvitation: (id, by, at) => db.transaction((tx) => revokeAnyInvitation(tx, id, by, at)),
    async trim(now) {
      await trimSignUps(db, now);
      await trimInvitations(db, now);
    },
  };
}

/** Mails an address what fits it, unless it had a mail a moment ago or too many today. */
async function issueSignUp(tx: Transaction, sealer: Pick<Sealer, "seal">, signUp: NewSignUp): Promise<Issued> {
  const { email, at } = signUp;
  if (!(await mayMailLink(tx, email, at)) || !(await keepSignUp(tx, signUp))) return { kind: "tooSoon" };
  const account = await findMainAccount(tx, email);
  if (account && !account.isVerified) return { kind: "unverified", person: account };
  if (account) {
    await enqueueMail(tx, { to: account.email, ...signUp.hasAccountMail(account.username), uid: account.uid, at });
  } else await enqueueSecretMail(tx, sealer, { to: email, ...signUp.mail, at, expiresAt: signUp.expiresAt });
  await sendMailsSoon(tx);
  return { kind: "mailed" };
}

/** One request for each address; a later one takes the place of an earlier one, so that only the last link counts. */
async function keepSignUp(tx: Transaction, signUp: NewSignUp): Promise<boolean> {
  const { email, tokenHash, invitationId, referredBy, at, expiresAt } = signUp;
  const changed = await tx.execute({
    name: "trading.keepSignUp",
    text: `insert into trading.sign_ups as s (email, token_hash, invitation_id, referred_by, mails, first_at, sent_at,
        expires_at)
      values ($1, $2, $3, $4, 1, $5::timestamptz, $5::timestamptz, $6)
      on conflict (lower(email)) do update set email = excluded.email, token_hash = excluded.token_hash,
        invitation_id = excluded.invitation_id, referred_by = excluded.referred_by, sent_at = excluded.sent_at,
        expires_at = excluded.expires_at,
        mails = case when s.first_at <= $7::timestamptz then 1 else s.mails + 1 end,
        first_at = case when s.first_at <= $7::timestamptz then excluded.first_at else s.first_at end
      where s.sent_at <= $8::timestamptz and (s.mails < ${MAILS_A_DAY} or s.first_at <= $7::timestamptz)`,
    values: [
      email,
      tokenHash,
      invitationId ?? null,
      referredBy ?? null,
      timestamp(at),
      timestamp(expiresAt),
      timestamp(plusMillis(at, -DAY_MS)),
      timestamp(plusMillis(at, -PAUSE_MS)),
    ],
  });
  return changed === 1;
}

/** Whether an account can be made with the token. */
async function isPending(q: Queryable, tokenHash: Buffer, now: Instant): Promise<boolean> {
  const rows = await q.query({
    name: "trading.findSignUp",
    text: "select id from trading.sign_ups where token_hash = $1 and expires_at > $2",
    values: [tokenHash, timestamp(now)],
  });
  return rows.length === 1;
}

/** Forgets addresses that were never verified, a day after their last mail. */
async function trimSignUps(q: Queryable, now: Instant): Promise<void> {
  await q.execute({
    name: "trading.trimSignUps",
    text: "delete from trading.sign_ups where expires_at < $1",
    values: [timestamp(now)],
  });
}
