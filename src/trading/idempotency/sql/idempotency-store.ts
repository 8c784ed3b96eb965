/** Idempotent requests on PostgreSQL. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { storedKey } from "../stored-key.ts";
import type { IdempotencyStore, KeptRequest, RequestId } from "../store.ts";

export function idempotencyStore(db: Database): IdempotencyStore {
  return {
    find: (request, oldest) => findRequest(db, request, oldest),
    begin: beginRequest,
    keep: keepAnswer,
    prune: (oldest) => pruneRequests(db, oldest),
  };
}

/**
 * The stored part of a request. An answer that a release before this one kept may be another credential's: it is left
 * out.
 */
async function findRequest(q: Queryable, request: RequestId, oldest: Instant): Promise<KeptRequest | undefined> {
  const [row] = await q.query<{ request_hash: Buffer; answer: string | null }>({
    name: "trading.findIdempotentRequest",
    text: `select request_hash, case when key = $2 then answer end as answer from trading.idempotent_requests
      where user_id = $1::bigint and key in ($2, $3) and started_at >= $4::timestamptz
      order by (key = $2) desc limit 1`,
    values: [request.uid, storedKey(request), request.key, timestamp(oldest)],
  });
  return row && { requestHash: row.request_hash, answer: row.answer };
}

/** The lock ends with the transaction, however that ends: with a process that is killed, too. */
async function beginRequest(
  tx: Transaction,
  request: RequestId,
  oldest: Instant,
): Promise<"begun" | "running" | KeptRequest> {
  const [row] = await tx.query<{ taken: boolean }>({
    name: "trading.lockIdempotentRequest",
    text: "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken",
    values: [`trading.idempotent ${request.uid} ${storedKey(request)}`],
  });
  if (row?.taken !== true) return "running";
  return (await findRequest(tx, request, oldest)) ?? "begun";
}

/** Keeps the answer, over what is too old to matter. */
async function keepAnswer(
  tx: Transaction,
  request: RequestId,
  { requestHash, answer, at }: { requestHash: Buffer; answer: string; at: Instant },
): Promise<void> {
  await tx.execute({
    name: "trading.keepIdempotentAnswer",
    text: `insert into trading.idempotent_requests (user_id, key, request_hash, answer, started_at)
      values ($1::bigint, $2, $3::bytea, $4, $5::timestamptz)
      on conflict (user_id, key) do update set request_hash = excluded.request_hash, answer = excluded.answer,
        started_at = excluded.started_at`,
    values: [request.uid, storedKey(request), requestHash, answer, timestamp(at)],
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
