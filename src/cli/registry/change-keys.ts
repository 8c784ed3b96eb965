/** `tripod registry keys ...`. */
import { formatInstant } from "../../kit/time/instant.ts";
import { writeJson } from "../write-json.ts";
import { withRegistry } from "./with-registry.ts";

export async function rotateKey(): Promise<void> {
  // Not started: that opens the present key, and a lost one is a reason to rotate.
  const kid = await withRegistry(({ deps }) => deps.tokens.rotateKey());
  process.stdout.write(`${kid}\n`);
}

export async function listKeys({ json }: { json: boolean }): Promise<void> {
  const keys = await withRegistry(({ deps }) => deps.tokens.listKeys());
  if (json) {
    return writeJson(
      keys.map(({ kid, publicKey, sealedPrivateKey, createdAt, retiredAt, revokedAt }) => ({
        kid,
        publicKey,
        isFromSettings: sealedPrivateKey === null,
        createdAt: formatInstant(createdAt),
        retiredAt: retiredAt && formatInstant(retiredAt),
        revokedAt: revokedAt && formatInstant(revokedAt),
      })),
    );
  }
  if (keys.length === 0) process.stderr.write("There are no keys: the first start of the registry makes one.\n");
  for (const { kid, sealedPrivateKey, createdAt, retiredAt, revokedAt } of keys) {
    const state =
      revokedAt !== null
        ? `revoked at ${formatInstant(revokedAt)}`
        : retiredAt !== null
          ? `retired at ${formatInstant(retiredAt)}, its tokens count`
          : "signs";
    const place = sealedPrivateKey === null ? "  from the setting jwtPrivateKey" : "";
    process.stdout.write(`${kid}  ${state}  made ${formatInstant(createdAt)}${place}\n`);
  }
}

export async function revokeKey(kid: string): Promise<void> {
  await withRegistry(({ deps }) => deps.tokens.revokeKey(kid));
  process.stdout.write(`Tokens signed by ${kid} count no more.\n`);
}
