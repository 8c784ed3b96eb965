/** Queries on `registry.operator_tokens`. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { OperatorToken, TokenFilter } from "../store.ts";

/** Writes a token down before it is shown, so that no token is out of reach of its operator. */
export async function insertOperatorToken(queryable: Queryable, token: OperatorToken): Promise<void> {
  await queryable.execute({
    name: "tokens.insertOperatorToken",
    text: `insert into registry.operator_tokens (token_id, subject, permissions, issued_at, expires_at)
           values ($1, $2, $3::jsonb, $4, $5)`,
    values: [
      token.tokenId,
      token.subject,
      JSON.stringify(token.permissions),
      timestamp(token.issuedAt),
      timestamp(token.expiresAt),
    ],
  });
}

/** Newest first, for the operator and for pages of admins. */
export async function selectOperatorTokens(queryable: Queryable, filter: TokenFilter): Promise<OperatorToken[]> {
  const { now, before, limit } = filter;
  const rows = await queryable.query<Omit<OperatorToken, "permissions"> & { permissions: string }>({
    name: "tokens.selectOperatorTokens",
    text: `select token_id as "tokenId", subject, permissions::text as permissions, issued_at as "issuedAt", expires_at as "expiresAt",
                  revoked_at as "revokedAt"
             from registry.operator_tokens
            where ($1::timestamptz is null or expires_at > $1)
              and ($2::timestamptz is null or (issued_at, token_id) < ($2, $3))
            order by issued_at desc, token_id desc
            limit $4`,
    values: [
      now === undefined ? null : timestamp(now),
      before ? timestamp(before.issuedAt) : null,
      before?.tokenId ?? null,
      limit,
    ],
  });
  return rows.map((row) => ({ ...row, permissions: JSON.parse(row.permissions) as OperatorToken["permissions"] }));
}

/** Ends a token. True when it is ended now or was before; false when there is none. */
export async function revokeOperatorToken(queryable: Queryable, tokenId: string, at: Instant): Promise<boolean> {
  const changed = await queryable.execute({
    name: "tokens.revokeOperatorToken",
    text: "update registry.operator_tokens set revoked_at = coalesce(revoked_at, $2) where token_id = $1",
    values: [tokenId, timestamp(at)],
  });
  return changed === 1;
}

/** Forgets tokens that expired long ago, some at a time. */
export function deleteOperatorTokens(queryable: Queryable, expiredBefore: Instant, limit: number): Promise<number> {
  return queryable.execute({
    name: "tokens.deleteOperatorTokens",
    text: `delete from registry.operator_tokens where token_id in (
             select token_id from registry.operator_tokens where expires_at < $1
              order by expires_at limit $2 for update skip locked)`,
    values: [timestamp(expiredBefore), limit],
  });
}

/** Which tokens are revoked and would still count otherwise. */
export async function selectRevokedTokens(queryable: Queryable, now: Instant): Promise<string[]> {
  const rows = await queryable.query<{ tokenId: string }>({
    name: "tokens.selectRevokedTokens",
    text: `select token_id as "tokenId" from registry.operator_tokens
            where revoked_at is not null and expires_at > $1 limit 100000`,
    values: [timestamp(now)],
  });
  return rows.map(({ tokenId }) => tokenId);
}
