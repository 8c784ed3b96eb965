/** Questions to exchanges on PostgreSQL. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordDeed } from "../../audit/index.ts";
import type { Page } from "../../page.ts";
import {
  KEPT_QUERIES,
  LISTED_BYTES,
  type ExchangeQuery,
  type ExchangeQueryStore,
  type NewExchangeQuery,
  type QueryOutcome,
  type QueryView,
} from "../store.ts";

const HEAD = `id, key_id, exchange, query, parameters, state, error, latency_ms, created_at, completed_at`;
/** The size is known without reading the answer. */
const STORED_BYTES = "pg_column_size(result)::integer as stored_bytes";
const COLUMNS = `${HEAD}, result, ${STORED_BYTES}`;
/** Of a `QueryView`. An answer was read with a key: the rights to use it are asked for again. */
const IN_VIEW = `owner_uid = $1 and ($2::bigint is null or uid = $2 and exists (
  select from trading.exchange_keys k where k.id = key_id and (k.uid = $2
    or $3::boolean and k.uid = $1 and ($4::text[] is null or k.exchange = any ($4)))))`;
const LOST = "The process that asked has ended before the exchange answered";

interface Row {
  readonly id: number;
  readonly key_id: number;
  readonly exchange: string;
  readonly query: ExchangeQuery["query"];
  /** JSON. */
  readonly parameters: string;
  readonly state: ExchangeQuery["state"];
  readonly result: string | null;
  readonly stored_bytes: number | null;
  readonly error: string | null;
  readonly latency_ms: number | null;
  readonly created_at: Instant;
  readonly completed_at: Instant | null;
}

export function exchangeQueryStore(db: Database): ExchangeQueryStore {
  return {
    addQuery: (query) => db.transaction((tx) => addQuery(tx, query)),
    findQuery: (id) => findQuery(db, id),
    readQuery: (view, id) => readQuery(db, view, id),
    listQueries: (view, page) => listQueries(db, view, page),
    removeQuery: (view, id, by) => db.transaction((tx) => removeQuery(tx, view, id, by)),
    beginQuery: (id) => beginQuery(db, id),
    endQuery: (id, outcome) => endQuery(db, id, outcome),
    failLost: (askedBefore, at) => failLost(db, askedBefore, at),
  };
}

async function addQuery(tx: Transaction, query: NewExchangeQuery): Promise<ExchangeQuery | undefined> {
  const added = await insertQuery(tx, query);
  if (!added) return undefined;
  await trimQueries(tx, query.ownerUid);
  const { keyId, query: question, parameters } = query;
  await recordDeed(tx, query, "exchange_query.create", added.id, { key_id: keyId, question, ...parameters });
  return added;
}

/** The question, as long as its key is there. */
async function insertQuery(tx: Transaction, query: NewExchangeQuery): Promise<ExchangeQuery | undefined> {
  const [row] = await tx.query<Row>({
    name: "trading.insertExchangeQuery",
    text: `insert into trading.exchange_queries (owner_uid, uid, key_id, exchange, query, parameters, state, created_at)
      select $1::bigint, $2::bigint, id, $4::text, $5::text, $6::jsonb, 'queued', $7::timestamptz from trading.exchange_keys where id = $3 for key share
      returning ${COLUMNS}`,
    values: [
      query.ownerUid,
      query.uid,
      query.keyId,
      query.exchange,
      query.query,
      JSON.stringify(query.parameters),
      timestamp(query.at),
    ],
  });
  return row && queryOf(row);
}

/** Keeps the newest of an account. */
async function trimQueries(tx: Transaction, ownerUid: number): Promise<void> {
  await tx.execute({
    name: "trading.trimExchangeQueries",
    text: `delete from trading.exchange_queries where owner_uid = $1 and id <= (
        select id from trading.exchange_queries where owner_uid = $1 order by id desc limit 1 offset $2
      )`,
    values: [ownerUid, KEPT_QUERIES],
  });
}

/** One that is being asked, or was. */
async function findQuery(db: Queryable, id: number): Promise<ExchangeQuery | undefined> {
  const [row] = await db.query<Row>({
    name: "trading.findExchangeQuery",
    text: `select ${COLUMNS} from trading.exchange_queries where id = $1`,
    values: [id],
  });
  return row && queryOf(row);
}

/** One of a view. */
async function readQuery(db: Queryable, view: QueryView, id: number) {
  const [row] = await db.query<Row>({
    name: "trading.readExchangeQuery",
    text: `select ${COLUMNS} from trading.exchange_queries where ${IN_VIEW} and id = $5`,
    values: [...viewValues(view), id],
  });
  return row && queryOf(row);
}

/**
 * A page, with how many there are in all. A page of large answers may be hundreds of megabytes: by what they take in
 * storage, most are left out without being read; the others are measured as text.
 */
async function listQueries(db: Queryable, view: QueryView, { limit, offset }: Page) {
  const [counted] = await db.query<{ count: number }>({
    name: "trading.countExchangeQueries",
    text: `select count(*) as count from trading.exchange_queries where ${IN_VIEW}`,
    values: viewValues(view),
  });
  const rows = await db.query<Row>({
    name: "trading.listExchangeQueries",
    text: `with page as materialized (
        select ${HEAD}, result, ${STORED_BYTES} from trading.exchange_queries
        where ${IN_VIEW} order by id desc limit $5 offset $6
      ), read as materialized (
        select id, case when stored_bytes <= $7
            and sum(stored_bytes) filter (where stored_bytes <= $7) over (order by id desc) <= $8 then result::text
          end as text
        from page
      ), shown as (
        select id, case when octet_length(text) <= $7
            and sum(octet_length(text)) filter (where octet_length(text) <= $7) over (order by id desc) <= $8 then text
          end as text
        from read
      )
      select ${HEAD}, stored_bytes, shown.text as result from page join shown using (id) order by id desc`,
    values: [...viewValues(view), limit, offset, LISTED_BYTES.answer, LISTED_BYTES.page],
  });
  return { queries: rows.map(queryOf), total: counted?.count ?? 0 };
}

/** Whatever its state. */
async function removeQuery(
  tx: Transaction,
  view: QueryView,
  id: number,
  by: { readonly uid: number; readonly at: Instant },
): Promise<boolean> {
  const removed = await tx.execute({
    name: "trading.deleteExchangeQuery",
    text: `delete from trading.exchange_queries where ${IN_VIEW} and id = $5`,
    values: [...viewValues(view), id],
  });
  if (removed === 1) await recordDeed(tx, { ownerUid: view.ownerUid, ...by }, "exchange_query.delete", id, {});
  return removed === 1;
}

function viewValues({ ownerUid, onlyUid, includesOwners, exchanges }: QueryView): unknown[] {
  return [ownerUid, onlyUid, includesOwners, exchanges];
}

/** So that a question is asked once. */
async function beginQuery(db: Queryable, id: number): Promise<boolean> {
  const begun = await db.execute({
    name: "trading.beginExchangeQuery",
    text: "update trading.exchange_queries set state = 'running' where id = $1 and state = 'queued'",
    values: [id],
  });
  return begun === 1;
}

/** The answer. One that was given up as lost stays so. */
async function endQuery(db: Queryable, id: number, { result, error, latencyMs, at }: QueryOutcome): Promise<void> {
  await db.execute({
    name: "trading.endExchangeQuery",
    text: `update trading.exchange_queries set state = case when $3::text is null then 'completed' else 'failed' end,
        result = $2::jsonb, error = $3, latency_ms = $4, completed_at = $5
      where id = $1 and state = 'running'`,
    values: [id, result === undefined ? null : JSON.stringify(result), error, latencyMs, timestamp(at)],
  });
}

/** Questions of processes that are gone. */
async function failLost(db: Queryable, askedBefore: Instant, at: Instant): Promise<number> {
  return db.execute({
    name: "trading.failLostExchangeQueries",
    text: `update trading.exchange_queries set state = 'failed', error = $3, completed_at = $2
      where state in ('queued', 'running') and created_at < $1`,
    values: [timestamp(askedBefore), timestamp(at), LOST],
  });
}

function queryOf(row: Row): ExchangeQuery {
  return {
    id: row.id,
    keyId: row.key_id,
    exchange: row.exchange,
    query: row.query,
    parameters: JSON.parse(row.parameters) as ExchangeQuery["parameters"],
    state: row.state,
    result: row.result === null ? null : (JSON.parse(row.result) as unknown),
    storedBytes: row.stored_bytes,
    isLeftOut: row.result === null && row.stored_bytes !== null,
    error: row.error,
    latencyMs: row.latency_ms,
    createdAt: row.created_at,
    completedAt: row.completed_at,
  };
}
