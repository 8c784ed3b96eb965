/** How an erased person is recognised without being remembered, should a save or a server name them again. */
import { createHash } from "node:crypto";

/**
 * Kept of an erased account or player in place of its id: the SHA-256 digest, 32 bytes, of its kind, a colon and the
 * id. The digest has no key: a reader of the table can try all ids.
 *
 * @param id a platform id as it is stored (17 digits, or 32 hexadecimal digits in lower case), or a player's id in
 * decimal digits.
 */
export function tombstoneHash(kind: "account" | "player", id: string | bigint): Buffer {
  return createHash("sha256").update(`${kind}:${id}`).digest();
}
