/** Idempotent requests on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { IdempotencyStore, KeptRequest } from "../store.ts";

export function idempotencyStore(db: Database): IdempotencyStore {
  return {
    begin: (request, oldest) => beginRequest(db, request, oldest),
    finish: (uid, key, answer) => finishRequest(db, uid, key, answer),
    forget: (uid, key) => forgetRequest(db, uid, key),
    prune: (oldest) => pruneRequests(db, oldest),
  };
}

/** Takes the key if it is free or too old, in one statement: of two at once, one begins. */
async function beginRequest(
  db: Database,
  { uid, key, requestHash, at }: { uid: number; key: string; requestHash: Buffer; at: Instant },
  oldest: Instant,
): Promise<KeptRequest | undefined> {
  const taken = await db.execute({
    name: "trading.beginIdempotentRequest",
    text: `insert into trading.idempotent_requests as kept (user_id, key, request_hash, started_at)
      values ($1::bigint, $2, $3::bytea, $4::timestamptz)
      on conflict (user_id, key) do update set request_hash = excluded.request_hash, answer = null,
        started_at = excluded.started_at
      where kept.started_at < $5::timestamptz`,
    values: [uid, key, requestHash, timestamp(at), timestamp(oldest)],
  });
  if (taken === 1) return undefined;
  const [row] = await db.query<{ request_hash: Buffer; answer: string | null }>({
    name: "trading.readIdempotentRequest",
    text: "select request_hash, answer from trading.idempotent_requests where user_id = $1::bigint and key = $2",
    values: [uid, key],
  });
  // It was refused between the two statements: the caller asks again.
  return row ? { requestHash: row.request_hash, answer: row.answer } : { requestHash, answer: null };
}

/** Keeps the answer for those who ask again. */
async function finishRequest(db: Database, uid: number, key: string, answer: string): Promise<void> {
  await db.execute({
    name: "trading.finishIdempotentRequest",
    text: "update trading.idempotent_requests set answer = $3 where user_id = $1::bigint and key = $2",
    values: [uid, key, answer],
  });
}

/** Frees the key. */
async function forgetRequest(db: Database, uid: number, key: string): Promise<void> {
  await db.execute({
    name: "trading.forgetIdempotentRequest",
    text: "delete from trading.idempotent_requests where user_id = $1::bigint and key = $2",
    values: [uid, key],
  });
}

/** Forgets what is too old to matter. */
async function pruneRequests(db: Database, oldest: Instant): Promise<number> {
  return db.execute({
    name: "trading.pruneIdempotentRequests",
    text: "delete from trading.idempotent_requests where started_at < $1::timestamptz",
    values: [timestamp(oldest)],
  });
}
