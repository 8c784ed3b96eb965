import type { RequestId } from "./store.ts";

/**
 * The key as it is stored: after its credential, and a slash that no key of a caller has. Releases before this one stored
 * the caller's key alone, for all credentials of a user.
 */
export function storedKey({ credential, key }: RequestId): string {
  return `${credential.kind}:${credential.id}/${key}`;
}
