/** Imports as users see and set them, on PostgreSQL. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { HOUR_SECONDS } from "../../../kit/time/spans.ts";
import { recordAudit } from "../../audit/index.ts";
import type { ImportChange, ImportKey, ImportReach, ImportRun, ImportSettings, ImportStore } from "../store.ts";

const MOST_KEYS = 1_000;

/** Nothing is imported before its owner says so. */
const DEFAULTS: ImportSettings = { isEnabled: false, intervalSeconds: HOUR_SECONDS };

export function importStore(db: Database): ImportStore {
  return {
    readSettings: (ownerUid) => readSettings(db, ownerUid),
    listKeys: (ownerUid) => listKeys(db, ownerUid),
    changeSettings: (change) => db.transaction((tx) => changeSettings(tx, change)),
    listImports: (ownerUid, limit) => listImports(db, ownerUid, limit),
    listReaches: (ownerUid) => listReaches(db, ownerUid),
  };
}

/** The account's settings, or those of an account that has set nothing. */
async function readSettings(q: Queryable, ownerUid: number): Promise<ImportSettings> {
  const [row] = await q.query<{ is_enabled: boolean; interval_seconds: number }>({
    name: "trading.readImportSettings",
    text: "select is_enabled, interval_seconds from trading.import_settings where owner_uid = $1",
    values: [ownerUid],
  });
  return row ? { isEnabled: row.is_enabled, intervalSeconds: row.interval_seconds } : DEFAULTS;
}

/** Every key of an account, with what is set of it. */
async function listKeys(q: Queryable, ownerUid: number): Promise<ImportKey[]> {
  const rows = await q.query<{
    key_id: number;
    exchange: string;
    is_enabled: boolean;
    since_ms: number | null;
    codes: string[];
    last_order_id: string | null;
    last_run_ms: number | null;
  }>({
    name: "trading.listImportKeys",
    text: `select k.id as key_id, k.exchange, coalesce(i.is_enabled, true) as is_enabled, i.since_ms,
        coalesce(i.codes, '{}') as codes, i.last_order_id, i.last_run_ms
      from trading.exchange_keys k left join trading.import_keys i on i.key_id = k.id
      where k.owner_uid = $1 order by k.id limit ${MOST_KEYS}`,
    values: [ownerUid],
  });
  return rows.map((row) => ({
    keyId: row.key_id,
    exchange: row.exchange,
    isEnabled: row.is_enabled,
    sinceMs: row.since_ms,
    codes: row.codes,
    lastOrderId: row.last_order_id,
    lastRunMs: row.last_run_ms,
  }));
}

/** Named settings change; the rest stays. False when the named key is not one of the account. */
async function changeSettings(tx: Transaction, change: ImportChange): Promise<boolean> {
  const { ownerUid, uid, at, isEnabled, intervalSeconds, key } = change;
  if (key && !(await isKeyOf(tx, ownerUid, key.id))) return false;
  await tx.execute({
    name: "trading.saveImportSettings",
    text: `insert into trading.import_settings (owner_uid, is_enabled, interval_seconds)
      values ($1, coalesce($2, $4::boolean), coalesce($3, $5::integer))
      on conflict (owner_uid) do update set is_enabled = coalesce($2, import_settings.is_enabled),
        interval_seconds = coalesce($3, import_settings.interval_seconds)`,
    values: [ownerUid, isEnabled ?? null, intervalSeconds ?? null, DEFAULTS.isEnabled, DEFAULTS.intervalSeconds],
  });
  if (key) await saveKey(tx, ownerUid, key);
  const details = { enabled: isEnabled, interval_seconds: intervalSeconds, key };
  await recordAudit(tx, {
    ownerUid,
    uid,
    action: "import.settings",
    subject: String(key?.id ?? ownerUid),
    details,
    at,
  });
  return true;
}

/** Whether the account has this key. */
async function isKeyOf(q: Queryable, ownerUid: number, keyId: number): Promise<boolean> {
  const rows = await q.query({
    name: "trading.findImportKey",
    text: "select from trading.exchange_keys where id = $1 and owner_uid = $2",
    values: [keyId, ownerUid],
  });
  return rows.length === 1;
}

/** The settings of one key. It is imported again from the start where the start is another one, or its markets are. */
async function saveKey(tx: Transaction, ownerUid: number, key: NonNullable<ImportChange["key"]>): Promise<void> {
  const { id, isEnabled, sinceMs, codes } = key;
  await tx.execute({
    name: "trading.saveImportKey",
    text: `insert into trading.import_keys (key_id, owner_uid, is_enabled, since_ms, codes)
      values ($1, $2, coalesce($3, true), $4, coalesce($5::text[], '{}'))
      on conflict (key_id) do update set is_enabled = coalesce($3, import_keys.is_enabled),
        since_ms = coalesce($4, import_keys.since_ms), codes = coalesce($5::text[], import_keys.codes),
        last_run_ms = case when $4::bigint is null and $5::text[] is null then import_keys.last_run_ms end`,
    values: [id, ownerUid, isEnabled ?? null, sinceMs ?? null, codes ?? null],
  });
  if (sinceMs === undefined) return;
  await tx.execute({
    name: "trading.forgetImportMarkets",
    text: "delete from trading.import_markets where key_id = $1",
    values: [id],
  });
}

/** The newest imports of an account. */
async function listImports(q: Queryable, ownerUid: number, limit: number): Promise<ImportRun[]> {
  const rows = await q.query<{
    id: number;
    key_id: number;
    exchange: string;
    state: ImportRun["state"];
    from_ms: number | null;
    to_ms: number | null;
    complete_ms: number | null;
    imported: number;
    skipped: number;
    errors: string[];
    created_at: Instant;
  }>({
    name: "trading.listOrderImports",
    text: `select id, key_id, exchange, state, from_ms, to_ms, complete_ms, imported, skipped, errors, created_at
      from trading.order_imports where owner_uid = $1 order by id desc limit $2`,
    values: [ownerUid, limit],
  });
  return rows.map(({ key_id, from_ms, to_ms, complete_ms, created_at, ...rest }) => ({
    ...rest,
    keyId: key_id,
    fromMs: from_ms,
    toMs: to_ms,
    completeMs: complete_ms,
    createdAt: created_at,
  }));
}

/** An import that failed, or left markets to the next one, says nothing: the one before it still holds. */
async function listReaches(q: Queryable, ownerUid: number): Promise<ImportReach[]> {
  const rows = await q.query<{
    key_id: number;
    exchange: string;
    complete_ms: number | null;
    until_at: Instant | null;
  }>({
    name: "trading.listImportReaches",
    text: `select k.key_id, k.exchange, whole.complete_ms, whole.created_at as until_at
      from (select key_id, min(exchange) as exchange from trading.order_imports where owner_uid = $1 group by key_id) as k
      left join lateral (
        select complete_ms, created_at from trading.order_imports
        where key_id = k.key_id and complete_ms is not null order by id desc limit 1
      ) as whole on true
      order by k.key_id`,
    values: [ownerUid],
  });
  return rows.map(({ key_id, exchange, complete_ms, until_at }) => ({
    keyId: key_id,
    exchange,
    completeMs: complete_ms,
    untilAt: until_at,
  }));
}
