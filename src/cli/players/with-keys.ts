/** Opens the keys for an admin command, and closes everything again. */
import type { KeyDeps } from "../../players/keys/index.ts";
import { withPlatform } from "./with-platform.ts";

export async function withKeys<Result>(
  work: (deps: KeyDeps) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const { keyStore } = await import("../../players/keys/sql/key-store.ts");
  return withPlatform((platform) => work({ ...platform, keys: keyStore(platform.db) }), signal);
}
