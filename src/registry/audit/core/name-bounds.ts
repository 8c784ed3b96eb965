/** The lowest character that may be in text of the database; names of servers do not have it. */
const LOWEST = "\u0001";

/**
 * The names that a pattern covers, as bounds in the order of plain text, so that an index finds them.
 *
 * @param pattern as `parsePattern` of the tokens area answers it: a name, or a beginning with a `*` at its end.
 * @example
 * nameBounds("com.example/*"); // { from: "com.example/", below: "com.example0" }
 */
export function nameBounds(pattern: string): { from: string; below: string } {
  if (!pattern.endsWith("*")) return { from: pattern, below: pattern + LOWEST };
  const from = pattern.slice(0, -1);
  if (from === "") return { from, below: "\u{10ffff}" };
  return { from, below: from.slice(0, -1) + String.fromCharCode(from.charCodeAt(from.length - 1) + 1) };
}
