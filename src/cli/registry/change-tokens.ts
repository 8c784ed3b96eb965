/** `tripod registry token list` and `tripod registry token revoke`. */
import { UserError } from "../../kit/errors/user-error.ts";
import { formatInstant } from "../../kit/time/instant.ts";
import { writeJson } from "../write-json.ts";
import { withRegistry } from "./with-registry.ts";

/** More than an operator can read. */
const MAX_LISTED = 10_000;

export async function listTokens({ all, json }: { all: boolean; json: boolean }): Promise<void> {
  const tokens = await withRegistry(({ deps }) => deps.tokens.listIssued({ all, limit: MAX_LISTED + 1 }));
  const shown = tokens.slice(0, MAX_LISTED);
  if (json) {
    writeJson(
      shown.map(({ tokenId, subject, permissions, issuedAt, expiresAt, revokedAt }) => {
        const times = { issuedAt: formatInstant(issuedAt), expiresAt: formatInstant(expiresAt) };
        return { tokenId, subject, permissions, ...times, revokedAt: revokedAt && formatInstant(revokedAt) };
      }),
    );
  } else if (tokens.length === 0) process.stderr.write("There are no tokens that were made on the command line.\n");
  for (const { tokenId, subject, permissions, issuedAt, expiresAt, revokedAt } of json ? [] : shown) {
    const state = revokedAt === null ? "counts" : `revoked at ${formatInstant(revokedAt)}`;
    const allowed = permissions.map(({ action, resource }) => `${action}:${resource}`).join(",");
    process.stdout.write(
      `${tokenId}  ${state}  made ${formatInstant(issuedAt)}  expires ${formatInstant(expiresAt)}  ${allowed}  ${subject}\n`,
    );
  }
  if (tokens.length > MAX_LISTED) process.stderr.write(`There are more: the newest ${MAX_LISTED} are shown.\n`);
}

export async function revokeToken(tokenId: string): Promise<void> {
  if (!(await withRegistry(({ deps }) => deps.tokens.revokeToken(tokenId)))) {
    throw new UserError(
      `Token ${tokenId.slice(0, 100)} is not in the list of "tripod registry token list". ` +
        "Tokens of logins end within minutes, or with their signing key.",
    );
  }
  process.stdout.write(`${tokenId}: revoked\n`);
}
