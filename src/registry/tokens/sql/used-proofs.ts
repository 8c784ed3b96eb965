/** Queries on `registry.used_proofs`. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";

/** Remembers a proof; false when it is known. The primary key decides between two requests at the same moment. */
export async function insertUsedProof(queryable: Queryable, hash: Uint8Array, expiresAt: Instant): Promise<boolean> {
  const added = await queryable.execute({
    name: "tokens.insertUsedProof",
    text: "insert into registry.used_proofs (hash, expires_at) values ($1, $2) on conflict (hash) do nothing",
    values: [Buffer.from(hash), timestamp(expiresAt)],
  });
  return added === 1;
}

/** Forgets old proofs, some at a time, and leaves alone those that another process is deleting. */
export function deleteExpiredProofs(queryable: Queryable, now: Instant, limit: number): Promise<number> {
  return queryable.execute({
    name: "tokens.deleteExpiredProofs",
    text: `delete from registry.used_proofs where hash in (
             select hash from registry.used_proofs where expires_at < $1
              order by expires_at limit $2 for update skip locked)`,
    values: [timestamp(now), limit],
  });
}
