/** JSON whose numbers keep every digit: a nonce of 19 digits is more than a JavaScript number can hold. */

/**
 * A text, or a number; the text comes first, so that digits in it are not taken for a number. A text that never ends goes
 * to the end, so that quotes around a number cannot end it.
 */
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\[^]?)*"?|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g;

/**
 * The object that a JSON text holds, with each number as the text of its digits. Undefined when the text is not JSON,
 * or not an object. Of a member that is there twice, the last counts.
 */
export function parseExact(text: string): Readonly<Record<string, unknown>> | undefined {
  const exact = text.replace(TEXT_OR_NUMBER, (part) => (part.startsWith('"') ? part : `"${part}"`));
  try {
    const value: unknown = JSON.parse(exact);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
