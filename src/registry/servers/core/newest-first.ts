import { byText } from "./entry-orders.ts";
import type { Entry } from "./entry.ts";

/** Versions of one server, newest publication first; those of one instant in order of their text. */
export function newestFirst(entries: readonly Entry[]): Entry[] {
  return [...entries].sort((one, other) => other.publishedAt - one.publishedAt || byText(other.version, one.version));
}
