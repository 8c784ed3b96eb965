/** Keys where they must not be: in an address, which ends up in logs, histories and referrers. */
import { isKeyShaped } from "./api-key.ts";

/** Names of parameters, without case, `_` and `-`, under which other services take a key. */
const NAMES: ReadonlySet<string> = new Set(["key", "apikey", "accesstoken", "authorization"]);

/**
 * Whether the query of a request's address (as sent, percent-encoded) holds a key: a parameter with one of the names
 * `key`, `api_key`, `apikey`, `access_token` and `authorization` in any case, whatever its value, or one of our keys
 * under any other name.
 */
export function hasKeyInQuery(url: string): boolean {
  const start = url.indexOf("?");
  if (start === -1) return false;
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (NAMES.has(name.trim().toLowerCase().replace(/[_-]/g, "")) || isKeyShaped(value.trim())) return true;
  }
  return false;
}
