/** Queries on `registry.signing_keys`. */
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { NewSigningKey, SigningKey } from "../store.ts";

/** Every key, retired and revoked ones too: a process needs to know them all to judge a token. */
export function selectSigningKeys(queryable: Queryable): Promise<SigningKey[]> {
  return queryable.query<SigningKey>({
    name: "tokens.selectSigningKeys",
    text: `select kid, public_key as "publicKey", sealed_private_key as "sealedPrivateKey",
                  created_at as "createdAt", retired_at as "retiredAt", revoked_at as "revokedAt"
             from registry.signing_keys
            order by created_at, kid
            limit 10000`,
  });
}

/** Lets one process at a time decide which key signs; until the transaction ends. */
export async function lockSigningKeys(tx: Transaction): Promise<void> {
  await tx.query({
    name: "tokens.lockSigningKeys",
    text: "select pg_advisory_xact_lock(hashtextextended('registry.signing_keys', 0))::text",
  });
}

/** The key of our own making that signs, if there is one. */
export async function findSigningKeyId(tx: Transaction): Promise<string | undefined> {
  const [row] = await tx.query<{ kid: string }>({
    name: "tokens.findSigningKeyId",
    text: `select kid from registry.signing_keys
            where sealed_private_key is not null and retired_at is null and revoked_at is null`,
  });
  return row?.kid;
}

/** Adds a key that signs. The caller holds the lock and has seen that no other does. */
export async function insertSigningKey(tx: Transaction, key: NewSigningKey): Promise<void> {
  await tx.execute({
    name: "tokens.insertSigningKey",
    text: `insert into registry.signing_keys (kid, public_key, sealed_private_key, created_at)
           values ($1, $2, $3, $4)`,
    values: [key.kid, key.publicKey, key.sealedPrivateKey, timestamp(key.createdAt)],
  });
}

/** Writes down a configured key; every start of every process does so again. */
export async function insertConfiguredKey(
  queryable: Queryable,
  key: Pick<SigningKey, "kid" | "publicKey" | "createdAt">,
): Promise<void> {
  await queryable.execute({
    name: "tokens.insertConfiguredKey",
    text: `insert into registry.signing_keys (kid, public_key, created_at) values ($1, $2, $3)
           on conflict (kid) do nothing`,
    values: [key.kid, key.publicKey, timestamp(key.createdAt)],
  });
}

/** Takes the signing key out of use, so that another can take its place. */
export async function retireSigningKey(tx: Transaction, at: Instant): Promise<void> {
  await tx.execute({
    name: "tokens.retireSigningKey",
    text: `update registry.signing_keys set retired_at = $1
            where sealed_private_key is not null and retired_at is null and revoked_at is null`,
    values: [timestamp(at)],
  });
}

/** Ends everything that a key signed. The row stays: it is what says so. */
export async function revokeSigningKey(queryable: Queryable, kid: string, at: Instant): Promise<boolean> {
  const changed = await queryable.execute({
    name: "tokens.revokeSigningKey",
    text: "update registry.signing_keys set revoked_at = $2 where kid = $1 and revoked_at is null",
    values: [kid, timestamp(at)],
  });
  return changed === 1;
}
