/** `tripod registry token`. */
import { UserError } from "../../kit/errors/user-error.ts";
import { formatInstant } from "../../kit/time/instant.ts";
import { withRegistry } from "./with-registry.ts";

export interface TokenOptions {
  readonly publish?: string[];
  readonly edit?: string[];
  readonly read?: boolean;
  readonly admin?: boolean;
  readonly ttl: number;
  readonly subject: string;
}

export async function makeToken(options: TokenOptions): Promise<void> {
  const permissions = [
    ...(options.publish ?? []).map((resource) => ({ action: "publish", resource }) as const),
    ...(options.edit ?? []).map((resource) => ({ action: "edit", resource }) as const),
    ...(options.read === true ? [{ action: "read", resource: "*" } as const] : []),
    ...(options.admin === true ? [{ action: "admin", resource: "*" } as const] : []),
  ];
  if (permissions.length === 0) {
    throw new UserError(
      "Say what the token is for: --publish 'io.example/*', --edit 'io.example/*', --read, --admin, or several of them.",
    );
  }
  const issued = await withRegistry(async ({ deps }) => {
    await deps.tokens.start();
    return deps.tokens.issue({
      method: "operator",
      subject: options.subject,
      permissions,
      ttlSeconds: options.ttl,
    });
  });
  // The token alone goes to standard output, so that TOKEN=$(tripod registry token ...) works.
  process.stdout.write(`${issued.token}\n`);
  process.stderr.write(`${issued.tokenId} expires at ${formatInstant(issued.expiresAt)}\n`);
}
