/** Patterns of addresses: `/console/players/:id`. */
import { decodePercent } from "../../kit/text/decode-percent.ts";

/**
 * What stands in the places of a pattern, decoded; undefined where the path is another one, or cannot be decoded. A place
 * holds one part of the path, which may itself hold an encoded slash.
 */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return undefined;
  const found: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? "";
    if (part.startsWith(":")) {
      const decoded = decodePercent(value);
      if (decoded === undefined || decoded === "") return undefined;
      found[part.slice(1)] = decoded;
    } else if (part !== value) return undefined;
  }
  return found;
}
