/** JSON whose integers may be longer than a JavaScript number can hold. */

/** A text; behind one that is a name, an integer. */
const TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"(?:(\s*:\s*)(-?\d+)(?=\s*[,}\]]))?/g;

/**
 * Parses JSON and keeps the integers of these members as texts: a number would lose their last digits.
 *
 * @param members by their names
 */
export function parseWithLongIntegers(text: string, members: readonly string[]): unknown {
  // Of a text that is not JSON, the pattern would look at parts again and again.
  JSON.parse(text);
  const names = new Set(members.map((name) => JSON.stringify(name)));
  const kept = text.replace(TEXT, (whole: string, colon: string | undefined, digits: string = "") => {
    if (colon === undefined) return whole;
    const name = whole.slice(0, whole.length - colon.length - digits.length);
    return names.has(name) ? `${name}${colon}"${digits}"` : whole;
  });
  return JSON.parse(kept);
}
