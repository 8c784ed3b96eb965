/**
 * The outbox of mail: a mail is due exactly when its change has been committed. An address that its user has not
 * verified may belong to a stranger. It receives nothing but the link that verifies it.
 */
import type { Sealer } from "../../../kit/auth/seal.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MS, HOUR_MS } from "../../../kit/time/spans.ts";
import { mailRecord } from "../mail-record.ts";

export interface NewMail {
  /** One address. */
  readonly to: string;
  /** One line, at most 200 characters. */
  readonly subject: string;
  /** Plain text, at most 20,000 characters. */
  readonly text: string;
  /**
   * The user whom it is about. The mail is sent only if `to` is the verified address of this user. Left out for a user
   * who is gone: the caller then knows that the address was verified.
   */
  readonly uid?: number;
  readonly at: Instant;
  /** It is not sent then or later. Left out for one that stays true. */
  readonly expiresAt?: Instant;
  /** One of many that say the same to many users: all others that are waiting are sent first. */
  readonly isBulk?: boolean;
}

/** Line breaks would begin another header, so they become blanks: subjects may quote what people typed. */
const CONTROL = /\p{Cc}+/gu;
const MAX_SUBJECT = 200;
const MAX_TEXT = 20_000;
/**
 * The mail that is due for longest is sent next. A mail to one user is due so much before it was enqueued: a link that lets
 * its reader in, or an alert, waits for no thousands of news. It is as long as news may wait.
 */
const HEAD_START_MS = 6 * HOUR_MS;

/**
 * Puts a mail into the outbox. It is sent within a few seconds after the transaction, or later by further attempts.
 *
 * @returns false where nothing is sent: the address is not the verified one of the user
 */
export async function enqueueMail(tx: Transaction, mail: NewMail): Promise<boolean> {
  invariant(mail.text.length <= MAX_TEXT, "a mail has at most 20,000 characters");
  const added = await tx.execute({
    name: "trading.enqueueMail",
    text: `insert into trading.mails (uid, recipient, subject, body, created_at, due_at, expires_at)
      select $1::bigint, $2::text, $3::text, $4::text, $5::timestamptz, $7::timestamptz, $6::timestamptz
      where $1::bigint is null
        or exists (select from trading.users where id = $1 and email = $2 and email_verified_at is not null)`,
    values: [
      mail.uid ?? null,
      mail.to,
      subjectOf(mail),
      mail.text,
      timestamp(mail.at),
      mail.expiresAt === undefined ? null : timestamp(mail.expiresAt),
      timestamp(dueAt(mail)),
    ],
  });
  return added === 1;
}

/** A mail that carries a link. It is not sent after the link has expired. */
export interface NewLinkMail extends NewMail {
  readonly expiresAt: Instant;
}

/** Mails with links to one address that its user has not verified, in a day. */
const LINKS_A_DAY = 5;

/**
 * Puts a mail that carries a link into the outbox: its text is sealed until it is sent, because the link lets its reader
 * in. It goes to addresses that are not verified too, so the caller looks after that (`mayMailLink`).
 */
export async function enqueueSecretMail(
  tx: Transaction,
  sealer: Pick<Sealer, "seal">,
  mail: NewLinkMail,
): Promise<void> {
  invariant(mail.text.length <= MAX_TEXT, "a mail has at most 20,000 characters");
  const id = await reserveMailId(tx);
  await tx.execute({
    name: "trading.enqueueSecretMail",
    text: `insert into trading.mails (id, uid, recipient, subject, body, state, created_at, due_at, expires_at,
        carries_link)
      overriding system value values ($1, $2, $3, $4, $5, 'sealed', $6, $8, $7, true)`,
    values: [
      id,
      mail.uid ?? null,
      mail.to,
      subjectOf(mail),
      sealer.seal(mail.text, mailRecord(id)),
      timestamp(mail.at),
      timestamp(mail.expiresAt),
      timestamp(dueAt(mail)),
    ],
  });
}

/**
 * Whether a link may be mailed to an address that may be a stranger's: not where it had five within a day, whichever users
 * asked for them. Requests for one address wait for each other until the transaction ends.
 */
export async function mayMailLink(tx: Transaction, recipient: string, at: Instant): Promise<boolean> {
  await tx.query({
    name: "trading.lockLinkMails",
    text: "select pg_advisory_xact_lock(hashtextextended('trading.mails ' || lower($1), 0))::text",
    values: [recipient],
  });
  const rows = await tx.query({
    name: "trading.listLinkMails",
    text: `select id from trading.mails where carries_link and lower(recipient) = lower($1) and created_at > $2
      limit ${LINKS_A_DAY}`,
    values: [recipient, timestamp(plusMillis(at, -DAY_MS))],
  });
  return rows.length < LINKS_A_DAY;
}

/** The id comes before the row, because the text is sealed with it. */
async function reserveMailId(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ id: number }>({
    name: "trading.reserveMailId",
    text: "select nextval(pg_get_serial_sequence('trading.mails', 'id')) as id",
  });
  invariant(row, "a sequence always has a next value");
  return row.id;
}

function dueAt({ at, isBulk = false }: NewMail): Instant {
  return isBulk ? at : plusMillis(at, -HEAD_START_MS);
}

function subjectOf({ subject }: NewMail): string {
  return subject.replace(CONTROL, " ").slice(0, MAX_SUBJECT);
}
