/** `tripod registry keys ...`. */
import { withRegistry } from "./with-registry.ts";

export async function rotateKey(): Promise<void> {
  // Not started: that opens the present key, and a lost one is a reason to rotate.
  const kid = await withRegistry(({ deps }) => deps.tokens.rotateKey());
  process.stdout.write(`${kid}\n`);
}

export async function revokeKey(kid: string): Promise<void> {
  await withRegistry(({ deps }) => deps.tokens.revokeKey(kid));
  process.stdout.write(`Tokens signed by ${kid} count no more.\n`);
}
