/** The id under which one request is found in the log. */
import type { Ids } from "../ids/ids.ts";

const ACCEPTED = /^[A-Za-z0-9._-]{8,64}$/;

/**
 * The caller's `X-Request-Id` if it is 8 to 64 letters, digits, `.`, `_` or `-`, otherwise a new id. Anything else
 * would let a caller write into our log and headers as they like.
 */
export function requestId(header: string | readonly string[] | undefined, ids: Ids): string {
  return typeof header === "string" && ACCEPTED.test(header) ? header : ids.next("req");
}
