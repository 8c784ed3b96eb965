/** Keys on PostgreSQL. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { ApiKey, Scope } from "../key.ts";
import { MAX_SERVICE_KEYS, type KeyLimits, type KeyStore, type KeyUse } from "../store.ts";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly key_hash: Buffer;
  readonly hint: string;
  readonly scope: Scope;
  readonly requests: number | null;
  readonly window_seconds: number | null;
  readonly created_at: Instant;
  readonly expires_at: Instant | null;
  readonly is_enabled: boolean;
  readonly last_used_at: Instant | null;
}

const COLUMNS = `id, name, key_hash, hint, scope, requests, window_seconds, created_at, expires_at, is_enabled,
  last_used_at`;

export function keyStore(db: Queryable): KeyStore {
  return {
    add: (key) => addKey(db, key),
    list: () => listKeys(db),
    findByHash: (hash) => findKeyByHash(db, hash),
    setLimits: (id, limits) => setKeyLimits(db, id, limits),
    setExpiry: (id, expiresAt) => setKeyExpiry(db, id, expiresAt),
    setEnabled: (id, isEnabled) => setKeyEnabled(db, id, isEnabled),
    revoke: (id) => revokeKey(db, id),
    touch: (uses) => touchKeys(db, uses),
  };
}

/** A new key, if there is room. Keys that are made at the very same time may be a few too many, which does no harm. */
async function addKey(db: Queryable, key: ApiKey): Promise<boolean> {
  const added = await db.execute({
    name: "players.addKey",
    text: `insert into players.api_keys (${COLUMNS})
      select $1, $2, $3::bytea, $4, $5, $6::integer, $7::integer, $8::timestamptz, $9::timestamptz, $10::boolean, $11::timestamptz
      where (select count(*) from players.api_keys) < ${MAX_SERVICE_KEYS}`,
    values: [
      key.id,
      key.name,
      key.hash,
      key.hint,
      key.scope,
      key.requests,
      key.windowSeconds,
      timestamp(key.createdAt),
      key.expiresAt === null ? null : timestamp(key.expiresAt),
      key.isEnabled,
      key.lastUsedAt === null ? null : timestamp(key.lastUsedAt),
    ],
  });
  return added === 1;
}

/** All keys, for the memory of each process and for the operator. */
async function listKeys(db: Queryable): Promise<ApiKey[]> {
  const rows = await db.query<Row>({
    name: "players.listKeys",
    text: `select ${COLUMNS} from players.api_keys order by created_at, id limit ${MAX_SERVICE_KEYS}`,
  });
  return rows.map(keyOf);
}

/** A key that was made since the keys were last read. */
async function findKeyByHash(db: Queryable, hash: Buffer): Promise<ApiKey | undefined> {
  const [row] = await db.query<Row>({
    name: "players.findKeyByHash",
    text: `select ${COLUMNS} from players.api_keys where key_hash = $1`,
    values: [hash],
  });
  return row && keyOf(row);
}

/** How much a key may ask. */
async function setKeyLimits(db: Queryable, id: string, limits: KeyLimits | null): Promise<boolean> {
  const changed = await db.execute({
    name: "players.setKeyLimits",
    text: "update players.api_keys set requests = $2, window_seconds = $3 where id = $1",
    values: [id, limits?.requests ?? null, limits?.windowSeconds ?? null],
  });
  return changed === 1;
}

/** Until when a key counts. */
async function setKeyExpiry(db: Queryable, id: string, expiresAt: Instant | null): Promise<boolean> {
  const changed = await db.execute({
    name: "players.setKeyExpiry",
    text: "update players.api_keys set expires_at = $2 where id = $1",
    values: [id, expiresAt === null ? null : timestamp(expiresAt)],
  });
  return changed === 1;
}

/** Turns a key off for a while, or on again. */
async function setKeyEnabled(db: Queryable, id: string, isEnabled: boolean): Promise<boolean> {
  const changed = await db.execute({
    name: "players.setKeyEnabled",
    text: "update players.api_keys set is_enabled = $2 where id = $1",
    values: [id, isEnabled],
  });
  return changed === 1;
}

/** Ends a key for good. */
async function revokeKey(db: Queryable, id: string): Promise<boolean> {
  const removed = await db.execute({
    name: "players.revokeKey",
    text: "delete from players.api_keys where id = $1",
    values: [id],
  });
  return removed === 1;
}

/**
 * Tells which keys are still in use. Processes write this at the same time about the same keys: none waits for another,
 * because each would write the same.
 */
async function touchKeys(db: Queryable, uses: readonly KeyUse[]): Promise<void> {
  await db.execute({
    name: "players.touchKeys",
    text: `with free as (select id from players.api_keys where id = any ($1::text[]) for update skip locked)
      update players.api_keys k set last_used_at = used.at
      from unnest($1::text[], $2::timestamptz[]) as used (id, at) join free on free.id = used.id
      where k.id = used.id and (k.last_used_at is null or k.last_used_at <= used.at - interval '1 minute')`,
    values: [uses.map(({ id }) => id), uses.map(({ at }) => timestamp(at))],
  });
}

function keyOf(row: Row): ApiKey {
  return {
    id: row.id,
    name: row.name,
    hash: row.key_hash,
    hint: row.hint,
    scope: row.scope,
    requests: row.requests,
    windowSeconds: row.window_seconds,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    isEnabled: row.is_enabled,
    lastUsedAt: row.last_used_at,
  };
}
