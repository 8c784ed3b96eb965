/** Half of a pair of UTF-16 units. */
const LONE = /\p{Surrogate}/gu;

/**
 * Text of a stranger as PostgreSQL stores it, in `text` and in `jsonb`: without the character 0, with no half of a pair of UTF-16
 * units, and no longer than a limit.
 */
export function storableText(text: string, maxLength: number = Infinity): string {
  return text.replaceAll("\u0000", "").slice(0, maxLength).replace(LONE, "\ufffd");
}
