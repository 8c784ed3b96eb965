/**
 * Messages that wait for users' bots. One of each user is in progress at a time, so a bot that is silent delays its
 * own.
 */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { ClaimedMessage, MessageQueue } from "../store.ts";

export interface NewMessage {
  readonly uid: number;
  readonly text: string;
  readonly at: Instant;
  /** It is given up then. */
  readonly expiresAt: Instant;
}

/** Telegram takes 4,096 characters. */
const MAX_TEXT = 4_000;

/** Enqueues a message for the bot of its user. */
export async function insertMessage(tx: Transaction, { uid, text, at, expiresAt }: NewMessage): Promise<void> {
  await tx.execute({
    name: "trading.insertTelegramMessage",
    text: `insert into trading.telegram_messages (uid, body, created_at, due_at, expires_at)
      values ($1, $2, $3, $3, $4)`,
    values: [uid, text.slice(0, MAX_TEXT), timestamp(at), timestamp(expiresAt)],
  });
}

export function messageQueue(db: Queryable): MessageQueue {
  return {
    claim: (now, until, limit) => claimMessages(db, now, until, limit),
    markSent: (message, at) => markMessageSent(db, message, at),
    retryLater: (message, error, dueAt) => retryMessageLater(db, message, error, dueAt),
    giveUp: (message, error) => giveUpMessage(db, message, error),
  };
}

interface Row {
  readonly id: number;
  readonly uid: number;
  readonly body: string;
  readonly tries: number;
  readonly expires_at: Instant;
  readonly bot_url: string;
  readonly sealed_token: string;
  readonly chat_id: string;
}

/**
 * Asked every second by every process that works. A message that was enqueued while its bot was removed takes no place.
 * Bots whose last message failed come after all others: each may take ten seconds to fail again.
 */
async function claimMessages(db: Queryable, now: Instant, until: Instant, limit: number): Promise<ClaimedMessage[]> {
  const rows = await db.query<Row>({
    name: "trading.courierClaimMessages",
    text: `with ready as (
        select distinct on (m.uid) m.id, m.uid, b.last_error is not null as has_failed
        from trading.telegram_messages m join trading.telegram_bots b on b.uid = m.uid
        where m.state = 'waiting' and m.due_at <= $1 and not exists (
          select from trading.telegram_messages o where o.state = 'waiting' and o.uid = m.uid and o.busy_until > $1)
        order by m.uid, m.id
      ), next as (select id from ready order by has_failed, id limit $3)
      update trading.telegram_messages m set busy_until = $2, tries = m.tries + 1
      from next join ready using (id) join trading.telegram_bots b on b.uid = ready.uid
      where m.id = next.id and m.state = 'waiting' and m.busy_until <= $1
      returning m.id, m.uid, m.body, m.tries, m.expires_at, b.bot_url, b.sealed_token, b.chat_id`,
    values: [timestamp(now), timestamp(until), limit],
  });
  return rows.map((row) => ({
    id: row.id,
    uid: row.uid,
    text: row.body,
    tries: row.tries,
    expiresAt: row.expires_at,
    botUrl: row.bot_url,
    sealedToken: row.sealed_token,
    chatId: row.chat_id,
  }));
}

/** The bot's server has it: true whatever another attempt says. */
async function markMessageSent(db: Queryable, { id, uid }: ClaimedMessage, at: Instant): Promise<void> {
  await db.execute({
    name: "trading.courierMarkSent",
    text: `with sent as (
        update trading.telegram_messages set state = 'sent', body = '', last_error = null where id = $1)
      update trading.telegram_bots set last_sent_at = $3, last_error = null where uid = $2`,
    values: [id, uid, timestamp(at)],
  });
}

/** This attempt failed; another follows, unless an attempt of another process ended it. */
async function retryMessageLater(
  db: Queryable,
  { id, uid, tries }: ClaimedMessage,
  error: string,
  dueAt: Instant,
): Promise<void> {
  await db.execute({
    name: "trading.courierRetryMessage",
    text: `with failed as (
        update trading.telegram_messages set last_error = $4, due_at = $5, busy_until = '-infinity'
        where id = $1 and tries = $3 and state = 'waiting')
      update trading.telegram_bots set last_error = $4 where uid = $2`,
    values: [id, uid, tries, error, timestamp(dueAt)],
  });
}

/** No further attempt. */
async function giveUpMessage(db: Queryable, { id, uid, tries }: ClaimedMessage, error: string): Promise<void> {
  await db.execute({
    name: "trading.courierGiveUpMessage",
    text: `with failed as (
        update trading.telegram_messages set state = 'failed', body = '', last_error = $4
        where id = $1 and tries = $3 and state = 'waiting')
      update trading.telegram_bots set last_error = $4 where uid = $2`,
    values: [id, uid, tries, error],
  });
}
