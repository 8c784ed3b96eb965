/** `tripod registry keys ...`. */
import { withRegistry } from "./with-registry.ts";

export async function rotateKey(): Promise<void> {
  const kid = await withRegistry(async ({ deps }) => {
    await deps.tokens.start();
    return deps.tokens.rotateKey();
  });
  process.stdout.write(`${kid}\n`);
}

export async function revokeKey(kid: string): Promise<void> {
  await withRegistry(async ({ deps }) => {
    await deps.tokens.start();
    await deps.tokens.revokeKey(kid);
  });
  process.stdout.write(`Tokens signed by ${kid} count no more.\n`);
}
