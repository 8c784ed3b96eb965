/** Bots of users on PostgreSQL. */
import type { Sealer } from "../../../kit/auth/seal.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { recordAudit } from "../../audit/index.ts";
import { lockUser } from "../../users/index.ts";
import { botRecord } from "../bot-record.ts";
import type { BotOwner, NewBot, TelegramBot, TelegramBotStore } from "../store.ts";
import { insertMessage } from "./telegram-messages.ts";

const HELLO = "Alerts of your trading account reach this chat once notifications_telegram is on in user/settings.";

export function telegramBotStore(db: Database, sealer: Pick<Sealer, "seal">): TelegramBotStore {
  return {
    find: (uid) => findBot(db, uid),
    set: (owner, bot) => db.transaction((tx) => setBot(tx, sealer, owner, bot)),
    remove: (owner) => db.transaction((tx) => removeBot(tx, owner)),
  };
}

interface Row {
  readonly bot_url: string;
  readonly chat_id: string;
  readonly set_at: Instant;
  readonly last_sent_at: Instant | null;
  readonly last_error: string | null;
}

const COLUMNS = "bot_url, chat_id, set_at, last_sent_at, last_error";

/** Of one user. */
async function findBot(db: Queryable, uid: number): Promise<TelegramBot | undefined> {
  const [row] = await db.query<Row>({
    name: "trading.findTelegramBot",
    text: `select ${COLUMNS} from trading.telegram_bots where uid = $1`,
    values: [uid],
  });
  return row && botOf(row);
}

/** Waiting messages go to the new one. */
async function setBot(
  tx: Transaction,
  sealer: Pick<Sealer, "seal">,
  { ownerUid, uid, at }: BotOwner,
  { botUrl, token, chatId }: NewBot,
): Promise<TelegramBot> {
  await lockUser(tx, uid);
  const [row] = await tx.query<Row>({
    name: "trading.setTelegramBot",
    text: `insert into trading.telegram_bots (uid, bot_url, sealed_token, chat_id, set_at) values ($1, $2, $3, $4, $5)
      on conflict (uid) do update set bot_url = excluded.bot_url, sealed_token = excluded.sealed_token,
        chat_id = excluded.chat_id, set_at = excluded.set_at, last_sent_at = null, last_error = null
      returning ${COLUMNS}`,
    values: [uid, botUrl, sealer.seal(token, botRecord(uid)), chatId, timestamp(at)],
  });
  invariant(row, "a bot that was set is there");
  await insertMessage(tx, { uid, text: HELLO, at, expiresAt: plusMillis(at, DAY_MS) });
  const details = { host: new URL(botUrl).host, chat: chatId };
  await recordAudit(tx, { ownerUid, uid, action: "telegram.set", subject: String(uid), details, at });
  return botOf(row);
}

/** Nothing that waits is sent. */
async function removeBot(tx: Transaction, { ownerUid, uid, at }: BotOwner): Promise<boolean> {
  await lockUser(tx, uid);
  const removed = await deleteBots(tx, [uid]);
  if (removed === 0) return false;
  await recordAudit(tx, { ownerUid, uid, action: "telegram.remove", subject: String(uid), details: {}, at });
  return true;
}

/** With the messages that wait for them. Answers how many bots. */
export async function deleteBots(tx: Transaction, uids: readonly number[]): Promise<number> {
  return tx.execute({
    name: "trading.deleteTelegramBots",
    text: `with messages as (delete from trading.telegram_messages where uid = any ($1::bigint[]))
      delete from trading.telegram_bots where uid = any ($1::bigint[])`,
    values: [uids],
  });
}

function botOf(row: Row): TelegramBot {
  return {
    botUrl: row.bot_url,
    chatId: row.chat_id,
    setAt: row.set_at,
    lastSentAt: row.last_sent_at,
    lastError: row.last_error,
  };
}
