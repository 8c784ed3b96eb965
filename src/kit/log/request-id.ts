/** The id under which one request is found in the log. */
import type { Ids } from "../ids/ids.ts";

const ACCEPTED = /^[A-Za-z0-9._-]{8,64}$/;

/**
 * Gives each request its id: the caller's `X-Request-Id` if it is 8 to 64 letters, digits, `.`, `_` or `-`, otherwise a
 * new one. Anything else would let a caller write into our log and headers as they like. New ids are one of `ids` for
 * the process, and a number: every read gets one, so it must cost next to nothing.
 */
export function requestIds(ids: Ids): (header: string | readonly string[] | undefined) => string {
  const process = ids.next("req");
  let count = 0;
  return (header) =>
    typeof header === "string" && ACCEPTED.test(header) ? header : `${process}-${(++count).toString(36)}`;
}
