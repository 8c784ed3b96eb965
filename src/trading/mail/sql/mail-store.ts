/** The outbox of mail on PostgreSQL. */
import { SealError, type Sealer } from "../../../kit/auth/seal.ts";
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { mailRecord } from "../mail-record.ts";
import type { ClaimedMail, MailStore } from "../store.ts";

interface Row {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly is_sealed: boolean;
  readonly message_key: string;
  readonly attempts: number;
  readonly expires_at: Instant | null;
}

const TRIM_BATCH = 5_000;
/** A mail that is not sent yet: `sealed` is one whose text is sealed. */
const WAITS = "state in ('queued', 'sealed')";

export function mailStore(db: Database, sealer: Pick<Sealer, "open">): MailStore {
  return {
    claim: (now, until) => claimMail(db, sealer, now, until),
    markSent: (mail, at) => markMailSent(db, mail, at),
    retryLater: (mail, error, dueAt) => retryMailLater(db, mail, error, dueAt),
    giveUp: (mail, error, at) => giveUpMail(db, mail, error, at),
    countQueued: () => countQueuedMails(db),
    trim: (olderThan) => trimMails(db, olderThan),
  };
}

/** The next mail, for one sender alone: others skip it now by its lock, and later by its time. */
async function claimMail(
  db: Queryable,
  sealer: Pick<Sealer, "open">,
  now: Instant,
  until: Instant,
): Promise<ClaimedMail | undefined> {
  const [row] = await db.query<Row>({
    name: "trading.claimMail",
    text: `update trading.mails set attempts = attempts + 1, due_at = $2
      where id = (
        select id from trading.mails where ${WAITS} and due_at <= $1
        order by due_at, id limit 1 for update skip locked
      )
      returning id, recipient, subject, body, state = 'sealed' as is_sealed, message_key, attempts, expires_at`,
    values: [timestamp(now), timestamp(until)],
  });
  return (
    row && {
      id: row.id,
      to: row.recipient,
      subject: row.subject,
      text: row.is_sealed ? openText(sealer, row) : row.body,
      messageKey: row.message_key,
      attempt: row.attempts,
      expiresAt: row.expires_at,
    }
  );
}

function openText(sealer: Pick<Sealer, "open">, { id, body }: Row): string | undefined {
  try {
    return sealer.open(body, mailRecord(id)).toString("utf8");
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return undefined;
  }
}

/**
 * What of a mail is kept when it has ended: nothing of one to a user who is gone. Mails with links are counted by their
 * address.
 */
const ENDED = `body = '', subject = case when uid is null then '' else subject end,
  recipient = case when uid is null and not carries_link then '' else recipient end`;

/** The server has it: true whatever another attempt says, so the claim does not matter. */
async function markMailSent(db: Queryable, { id }: ClaimedMail, at: Instant): Promise<void> {
  await db.execute({
    name: "trading.markMailSent",
    text: `update trading.mails set state = 'sent', ${ENDED}, last_error = null, ended_at = $2
      where id = $1 and state <> 'sent'`,
    values: [id, timestamp(at)],
  });
}

/** This attempt failed; another follows. */
async function retryMailLater(
  db: Queryable,
  { id, attempt }: ClaimedMail,
  error: string,
  dueAt: Instant,
): Promise<void> {
  await db.execute({
    name: "trading.retryMailLater",
    text: `update trading.mails set last_error = $3, due_at = $4
      where id = $1 and attempts = $2 and ${WAITS}`,
    values: [id, attempt, error, timestamp(dueAt)],
  });
}

/** No further attempt. */
async function giveUpMail(db: Queryable, { id, attempt }: ClaimedMail, error: string, at: Instant): Promise<void> {
  await db.execute({
    name: "trading.giveUpMail",
    text: `update trading.mails set state = 'failed', ${ENDED}, ended_at = $4,
        last_error = case when uid is null then replace($3, recipient, '') else $3 end
      where id = $1 and attempts = $2 and ${WAITS}`,
    values: [id, attempt, error, timestamp(at)],
  });
}

/** How many mails wait while no server is configured. */
async function countQueuedMails(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: "trading.countQueuedMails",
    text: `select count(*) as count from trading.mails where ${WAITS}`,
  });
  return row?.count ?? 0;
}

/** Addresses are personal data, and a mail that stayed unsent for a month is old news. */
async function trimMails(db: Queryable, olderThan: Instant): Promise<number> {
  for (let removed = 0; ;) {
    const batch = await db.execute({
      name: "trading.trimMails",
      text: `delete from trading.mails where id in (
        select id from trading.mails where created_at < $1 order by id limit ${TRIM_BATCH}
      )`,
      values: [timestamp(olderThan)],
    });
    removed += batch;
    if (batch < TRIM_BATCH) return removed;
  }
}
