/** Changes of API keys, each with its entry in the trail. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { enqueueMail } from "../../mail/index.ts";
import { lockUser } from "../../users/index.ts";
import { MAX_USER_KEYS, type ApiKey, type KeyTerms } from "../api-key.ts";
import { keyMadeMail } from "../core/key-made-mail.ts";
import type { KeyHolder, KeyUse, NewKey } from "../store.ts";
import { KEY_COLUMNS, keyOf, type KeyRow } from "./key-rows.ts";

/** A new key with its mark, if the user has room for one. */
export async function createKey(
  tx: Transaction,
  holder: KeyHolder,
  key: NewKey,
  at: Instant,
): Promise<ApiKey | undefined> {
  const user = await lockUser(tx, holder.uid);
  invariant(user, "a key is made for a user");
  if ((await countKeys(tx, holder.uid)) >= MAX_USER_KEYS) return undefined;
  const created = await insertKey(tx, holder.uid, key, at);
  await tx.execute({
    name: "trading.insertNonceMark",
    text: "insert into trading.nonce_marks (key_id) values ($1)",
    values: [created.id],
  });
  await note(tx, holder, "api_key.create", created, at);
  await enqueueMail(tx, { to: user.email, ...keyMadeMail(user.username, created, at), uid: holder.uid, at });
  return created;
}

/** How many keys of a user are in force. */
export async function countKeys(db: Queryable, uid: number): Promise<number> {
  const [row] = await db.query<{ total: number }>({
    name: "trading.countApiKeys",
    text: "select count(*) as total from trading.api_keys where user_id = $1 and revoked_at is null",
    values: [uid],
  });
  return row?.total ?? 0;
}

/** The row of a new key. */
async function insertKey(tx: Transaction, uid: number, key: NewKey, at: Instant): Promise<ApiKey> {
  const [row] = await tx.query<KeyRow>({
    name: "trading.insertApiKey",
    text: `insert into trading.api_keys
        (key, user_id, label, access, sealed_secret, secret_hash, addresses, allow_bearer, is_strict, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${KEY_COLUMNS}`,
    values: [
      key.key,
      uid,
      key.label,
      key.access,
      key.sealedSecret,
      key.secretHash,
      key.addresses,
      key.allowBearer,
      key.isStrict,
      timestamp(at),
    ],
  });
  invariant(row, "a row that was inserted is returned");
  return keyOf(row);
}

/** Other terms for a key that is in force. */
export async function editKey(
  tx: Transaction,
  holder: KeyHolder,
  id: number,
  decide: (before: ApiKey) => KeyTerms,
  at: Instant,
): Promise<ApiKey | undefined> {
  const before = await lockKey(tx, holder.uid, id);
  if (!before) return undefined;
  const terms = decide(before);
  const [row] = await tx.query<KeyRow>({
    name: "trading.editApiKey",
    text: `update trading.api_keys set label = $2, addresses = $3, allow_bearer = $4, is_strict = $5
      where id = $1 returning ${KEY_COLUMNS}`,
    values: [before.id, terms.label, terms.addresses, terms.allowBearer, terms.isStrict],
  });
  invariant(row, "a row that is locked stays");
  const edited = keyOf(row);
  await note(tx, holder, "api_key.edit", edited, at);
  return edited;
}

/** A key in force as it is until the end of the transaction. */
async function lockKey(tx: Transaction, uid: number, id: number): Promise<ApiKey | undefined> {
  const [row] = await tx.query<KeyRow>({
    name: "trading.lockApiKey",
    text: `select ${KEY_COLUMNS} from trading.api_keys
      where user_id = $1 and id = $2 and revoked_at is null for no key update`,
    values: [uid, id],
  });
  return row && keyOf(row);
}

/** Ends a key for good. The row stays, so that the trail can be understood. */
export async function revokeKey(
  tx: Transaction,
  holder: KeyHolder,
  id: number,
  at: Instant,
): Promise<ApiKey | undefined> {
  const [row] = await tx.query<KeyRow>({
    name: "trading.revokeApiKey",
    text: `update trading.api_keys set revoked_at = $3
      where user_id = $1 and id = $2 and revoked_at is null returning ${KEY_COLUMNS}`,
    values: [holder.uid, id, timestamp(at)],
  });
  if (!row) return undefined;
  const revoked = keyOf(row);
  await note(tx, holder, "api_key.revoke", revoked, at);
  return revoked;
}

/**
 * Tells which keys are still in use. Processes write this at the same time about the same keys: none waits for another,
 * because each would write the same.
 */
export async function touchKeys(db: Queryable, uses: readonly KeyUse[]): Promise<void> {
  await db.execute({
    name: "trading.touchApiKeys",
    text: `with free as (select id from trading.api_keys where id = any ($1::bigint[]) for no key update skip locked)
      update trading.api_keys k set last_used_at = used.at
      from unnest($1::bigint[], $2::timestamptz[]) as used (id, at) join free on free.id = used.id
      where k.id = used.id and (k.last_used_at is null or k.last_used_at <= used.at - interval '1 minute')`,
    values: [uses.map(({ id }) => id), uses.map(({ at }) => timestamp(at))],
  });
}

async function note(tx: Transaction, holder: KeyHolder, action: string, key: ApiKey, at: Instant): Promise<void> {
  const { label, access, addresses, allowBearer, isStrict } = key;
  const details = { label, access, addresses, allow_bearer: allowBearer, strict: isStrict };
  await recordAudit(tx, { ...holder, action, subject: String(key.id), details, at });
}
