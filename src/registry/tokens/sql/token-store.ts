/** Keys and used proofs in PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import type { TokenStore } from "../store.ts";
import {
  findSigningKeyId,
  insertConfiguredKey,
  insertSigningKey,
  lockSigningKeys,
  retireSigningKey,
  revokeSigningKey,
  selectSigningKeys,
} from "./signing-keys.ts";
import {
  deleteOperatorTokens,
  insertOperatorToken,
  revokeOperatorToken,
  selectOperatorTokens,
  selectRevokedTokens,
} from "./operator-tokens.ts";
import { deleteExpiredProofs, insertUsedProof } from "./used-proofs.ts";

export function tokenStore(database: Pick<Database, "query" | "execute" | "transaction">): TokenStore {
  return {
    listKeys: () => selectSigningKeys(database),
    addFirstKey: (key) =>
      database.transaction(async (tx) => {
        await lockSigningKeys(tx);
        if ((await findSigningKeyId(tx)) === undefined) await insertSigningKey(tx, key);
      }),
    replaceKey: (key) =>
      database.transaction(async (tx) => {
        await lockSigningKeys(tx);
        await retireSigningKey(tx, key.createdAt);
        await insertSigningKey(tx, key);
      }),
    addConfiguredKey: (key) => insertConfiguredKey(database, key),
    revokeKey: (kid, at) => revokeSigningKey(database, kid, at),
    addUsedProof: (hash, expiresAt) => insertUsedProof(database, hash, expiresAt),
    addOperatorToken: (token) => insertOperatorToken(database, token),
    listOperatorTokens: (filter) => selectOperatorTokens(database, filter),
    revokeOperatorToken: (tokenId, at) => revokeOperatorToken(database, tokenId, at),
    listRevokedTokens: (now) => selectRevokedTokens(database, now),
    deleteOperatorTokens: (expiredBefore, limit) => deleteOperatorTokens(database, expiredBefore, limit),
    deleteExpiredProofs: (now, limit) => deleteExpiredProofs(database, now, limit),
  };
}
