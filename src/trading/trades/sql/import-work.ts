/** The import of orders on PostgreSQL: what is due, what was read, and how far. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { assertFence } from "../../../kit/sql/lease.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { fromMillis } from "../../../kit/time/instant.ts";
import { importLease, type DueKey, type ImportEnd, type ImportWork, type KeyMarket } from "../import-work.ts";
import type { NewTrade, UsdRates } from "../store.ts";
import { insertTrades, rateTrades } from "./insert-trades.ts";

/** Of each key; older ones are forgotten. */
const KEPT_IMPORTS = 100;

export function importWork(db: Database, rates: UsdRates): ImportWork {
  const fenced = <Result>(keyId: number, fence: number, work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
    db.transaction(async (tx) => {
      await assertFence(tx, importLease(keyId), fence);
      return work(tx);
    });
  return {
    listDue: (nowMs, exchanges, limit) => listDue(db, nowMs, exchanges, limit),
    begin: (key, fence, nowMs) => fenced(key.keyId, fence, (tx) => begin(tx, key, nowMs)),
    listMarkets: (keyId, limit) => listMarkets(db, keyId, limit),
    save: (key, fence, page) =>
      fenced(key.keyId, fence, async (tx) => {
        await saveMarket(tx, key.keyId, page);
        return insertTrades(tx, rateTrades(page.trades, rates, page.nowMs));
      }),
    end: (key, fence, end) => fenced(key.keyId, fence, (tx) => endImport(tx, key, end)),
  };
}

/** Active keys of accounts that want imports, the longest waiting first. */
async function listDue(q: Queryable, nowMs: number, exchanges: readonly string[], limit: number): Promise<DueKey[]> {
  const rows = await q.query<{
    key_id: number;
    owner_uid: number;
    uid: number;
    exchange: string;
    since_ms: number | null;
    codes: string[];
  }>({
    name: "trading.listDueImports",
    text: `select k.id as key_id, k.owner_uid, k.uid, k.exchange, i.since_ms, coalesce(i.codes, '{}') as codes
      from trading.import_settings s join trading.exchange_keys k on k.owner_uid = s.owner_uid
        left join trading.import_keys i on i.key_id = k.id
      where s.is_enabled and coalesce(i.is_enabled, true) and k.status = 'active' and k.exchange = any ($2::text[])
        and (i.last_run_ms is null or i.last_run_ms <= $1 - s.interval_seconds * 1000::bigint)
      order by i.last_run_ms nulls first, k.id limit $3`,
    values: [nowMs, exchanges, limit],
  });
  return rows.map((row) => ({
    keyId: row.key_id,
    ownerUid: row.owner_uid,
    uid: row.uid,
    exchange: row.exchange,
    sinceMs: row.since_ms,
    codes: row.codes,
  }));
}

/** The holder of the lease is the only one that imports: what is still running was interrupted. */
async function begin(tx: Transaction, { keyId, ownerUid, exchange }: DueKey, nowMs: number): Promise<number> {
  await tx.execute({
    name: "trading.failInterruptedImports",
    text: `update trading.order_imports set state = 'failed', ended_at = $2, errors = errors || '{It was interrupted}'
      where key_id = $1 and state = 'running'`,
    values: [keyId, timestamp(fromMillis(nowMs))],
  });
  const [row] = await tx.query<{ id: number }>({
    name: "trading.insertOrderImport",
    text: `insert into trading.order_imports (owner_uid, key_id, exchange, state, created_at)
      values ($1, $2, $3, 'running', $4) returning id`,
    values: [ownerUid, keyId, exchange, timestamp(fromMillis(nowMs))],
  });
  invariant(row, "an insert answers its row");
  await tx.execute({
    name: "trading.trimOrderImports",
    text: `delete from trading.order_imports where id in (
        select id from trading.order_imports where key_id = $1 order by id desc offset ${KEPT_IMPORTS} limit 1000)`,
    values: [keyId],
  });
  return row.id;
}

/** Markets that are known of a key. */
async function listMarkets(q: Queryable, keyId: number, limit: number): Promise<KeyMarket[]> {
  const rows = await q.query<{
    market_id: string;
    until_ms: number | null;
    asked_ms: number | null;
    from_ms: number | null;
  }>({
    name: "trading.listImportMarkets",
    text: `select coalesce(i.market_id, o.market_id) as market_id, i.until_ms, i.asked_ms, i.from_ms
      from (select market_id, until_ms, asked_ms, from_ms from trading.import_markets where key_id = $1) i
        full join (select distinct market_id from trading.orders
          where key_id = $1 and exchange_order_id <> '') o on o.market_id = i.market_id
      order by i.asked_ms nulls first, 1 limit $2`,
    values: [keyId, limit],
  });
  return rows.map((row) => ({
    marketId: row.market_id,
    untilMs: row.until_ms,
    askedMs: row.asked_ms,
    completeMs: row.from_ms,
  }));
}

/** How far a market is imported. It never goes back. */
async function saveMarket(
  tx: Transaction,
  keyId: number,
  {
    marketId,
    untilMs,
    completeMs,
    nowMs,
  }: {
    readonly marketId: string;
    readonly untilMs: number;
    readonly completeMs?: number | undefined;
    readonly nowMs: number;
    readonly trades: readonly NewTrade[];
  },
): Promise<void> {
  await tx.execute({
    name: "trading.saveImportMarket",
    text: `insert into trading.import_markets (key_id, market_id, until_ms, asked_ms, from_ms) values ($1, $2, $3, $4, $5)
      on conflict (key_id, market_id) do update
        set until_ms = greatest(import_markets.until_ms, excluded.until_ms), asked_ms = excluded.asked_ms,
          from_ms = excluded.from_ms`,
    values: [keyId, marketId, Math.round(untilMs), nowMs, completeMs === undefined ? null : Math.round(completeMs)],
  });
}

/** The result of an import, and when the next one is due. */
async function endImport(tx: Transaction, { keyId, ownerUid }: DueKey, end: ImportEnd): Promise<void> {
  const { id, state, fromMs, toMs, completeMs, imported, skipped, errors, nowMs } = end;
  await tx.execute({
    name: "trading.endOrderImport",
    text: `update trading.order_imports set state = $2, from_ms = $3, to_ms = $4, imported = $5, skipped = $6,
        errors = $7::text[], ended_at = $8, complete_ms = $9 where id = $1`,
    values: [
      id,
      state,
      fromMs,
      toMs,
      imported,
      skipped,
      errors,
      timestamp(fromMillis(nowMs)),
      completeMs === null ? null : Math.round(completeMs),
    ],
  });
  await tx.execute({
    name: "trading.noteImportRun",
    text: `insert into trading.import_keys (key_id, owner_uid, is_enabled, since_ms, last_order_id, last_run_ms)
      values ($1, $2, true, $3, $4, $5)
      on conflict (key_id) do update set last_run_ms = excluded.last_run_ms,
        last_order_id = coalesce(excluded.last_order_id, import_keys.last_order_id),
        since_ms = coalesce(import_keys.since_ms, excluded.since_ms)`,
    values: [keyId, ownerUid, Math.round(end.sinceMs), end.lastOrderId, nowMs],
  });
}
