/** API keys on PostgreSQL. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import type { Page } from "../../page.ts";
import { stampOf, type Epochs } from "../access-epochs.ts";
import type { ApiKey, KeyInUse } from "../api-key.ts";
import { countedRightsOfRow, type RightsRow } from "../counted-rights.ts";
import type { KeyStore } from "../store.ts";
import { countKeys, createKey, editKey, revokeKey, touchKeys } from "./change-keys.ts";
import { KEY_COLUMNS, keyOf, type KeyRow } from "./key-rows.ts";
import { loadCaller } from "./load-caller.ts";

interface KeyInUseRow extends KeyRow {
  readonly user_id: number;
  readonly sealed_secret: string;
  readonly secret_hash: Buffer;
  readonly epoch: string | null;
  readonly owner_epoch: string | null;
}

export function keyStore(db: Database): KeyStore {
  return {
    create: (holder, key, at) => db.transaction((tx) => createKey(tx, holder, key, at)),
    list: (uid, page) =>
      db.snapshot(async (tx) => ({ keys: await listKeys(tx, uid, page), total: await countKeys(tx, uid) })),
    find: (uid, id) => findKey(db, uid, id),
    edit: (holder, id, decide, at) => db.transaction((tx) => editKey(tx, holder, id, decide, at)),
    revoke: (holder, id, at) => db.transaction((tx) => revokeKey(tx, holder, id, at)),
    findInUse: (key) => findKeyInUse(db, key),
    listInForce: (ids) => listKeysInForce(db, ids),
    epochsOf: (uids) => epochsOf(db, uids),
    touch: (uses) => touchKeys(db, uses),
  };
}

/** One page of a user's keys in force. */
async function listKeys(db: Queryable, uid: number, page: Page): Promise<ApiKey[]> {
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

/** Where users' epochs stand now, to find out whether what is remembered of their keys still holds. */
async function epochsOf(db: Queryable, uids: readonly number[]): Promise<Epochs> {
  const rows = await db.query<{ uid: number; epoch: string }>({
    name: "trading.accessEpochsOf",
    text: "select uid, epoch from trading.access_epochs where uid = any ($1::bigint[])",
    values: [uids],
  });
  return new Map(rows.map(({ uid, epoch }) => [uid, epoch]));
}

/** A key in force with its secret and its user, for checking requests. The epochs are read before the user is. */
async function findKeyInUse(db: Queryable, key: string): Promise<KeyInUse | undefined> {
  const [row] = await db.query<KeyInUseRow>({
    name: "trading.findApiKeyInUse",
    text: `select ${KEY_COLUMNS}, user_id, sealed_secret, secret_hash,
        (select epoch from trading.access_epochs where uid = user_id) as epoch,
        (select epoch from trading.access_epochs where uid =
          (select coalesce(owner_id, users.id) from trading.users users where users.id = user_id)) as owner_epoch
      from trading.api_keys where key = $1 and revoked_at is null`,
    values: [key],
  });
  if (!row) return undefined;
  const user = await loadCaller(db, row.user_id);
  if (!user) return undefined;
  const stamp = stampOf(row.epoch, row.owner_epoch);
  return { apiKey: keyOf(row), sealedSecret: row.sealed_secret, secretHash: row.secret_hash, user, stamp };
}

/** Those of the keys that still count, for callers that are connected. */
async function listKeysInForce(db: Queryable, ids: readonly number[]): Promise<Pick<ApiKey, "id" | "addresses">[]> {
  const rows = await db.query<Pick<KeyRow, "id" | "addresses"> & RightsRow>({
    name: "trading.listApiKeysInForce",
    text: `select k.id, k.addresses, holder.rights, plan.base_id, plan.overrides from trading.api_keys k
      join trading.users holder on holder.id = k.user_id
      left join trading.users owner on owner.id = holder.owner_id
      left join trading.subscriptions plan on plan.owner_id = owner.id
      where k.id = any ($1::bigint[]) and k.revoked_at is null and holder.is_active and holder.closed_at is null
        and (holder.owner_id is null or (owner.is_active and owner.closed_at is null))
      limit 5000`,
    values: [ids],
  });
  return rows.filter((row) => countedRightsOfRow(row)?.allowApiAccess !== false);
}
