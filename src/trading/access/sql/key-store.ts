/** API keys on PostgreSQL. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import type { ApiKey, KeyInUse } from "../api-key.ts";
import type { KeyStore } from "../store.ts";
import { countKeys, createKey, editKey, revokeKey, touchKeys } from "./change-keys.ts";
import { KEY_COLUMNS, keyOf, type KeyRow } from "./key-rows.ts";
import { loadCaller } from "./load-caller.ts";

export function keyStore(db: Database): KeyStore {
  return {
    create: (holder, key, at) => db.transaction((tx) => createKey(tx, holder, key, at)),
    list: (uid, page) =>
      db.snapshot(async (tx) => ({ keys: await listKeys(tx, uid, page), total: await countKeys(tx, uid) })),
    find: (uid, id) => findKey(db, uid, id),
    edit: (holder, id, decide, at) => db.transaction((tx) => editKey(tx, holder, id, decide, at)),
    revoke: (holder, id, at) => db.transaction((tx) => revokeKey(tx, holder, id, at)),
    findInUse: (key) => findKeyInUse(db, key),
    touch: (uses) => touchKeys(db, uses),
  };
}

/** One page of a user's keys in force. */
async function listKeys(db: Queryable, uid: number, page: { limit: number; offset: number }): Promise<ApiKey[]> {
  const rows = await db.query<KeyRow>({
    name: "trading.listApiKeys",
    text: `select ${KEY_COLUMNS} from trading.api_keys where user_id = $1 and revoked_at is null
      order by id desc limit $2 offset $3`,
    values: [uid, page.limit, page.offset],
  });
  return rows.map(keyOf);
}

/** A user's key in force, for a change of some of its terms. */
async function findKey(db: Queryable, uid: number, id: number): Promise<ApiKey | undefined> {
  const [row] = await db.query<KeyRow>({
    name: "trading.findApiKey",
    text: `select ${KEY_COLUMNS} from trading.api_keys where user_id = $1 and id = $2 and revoked_at is null`,
    values: [uid, id],
  });
  return row && keyOf(row);
}

/** A key in force with its secret and its user, for checking requests. */
async function findKeyInUse(db: Queryable, key: string): Promise<KeyInUse | undefined> {
  const [row] = await db.query<KeyRow & { user_id: number; sealed_secret: string; secret_hash: Buffer }>({
    name: "trading.findApiKeyInUse",
    text: `select ${KEY_COLUMNS}, user_id, sealed_secret, secret_hash from trading.api_keys
      where key = $1 and revoked_at is null`,
    values: [key],
  });
  if (!row) return undefined;
  const user = await loadCaller(db, row.user_id);
  return user && { apiKey: keyOf(row), sealedSecret: row.sealed_secret, secretHash: row.secret_hash, user };
}
