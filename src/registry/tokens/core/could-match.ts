/**
 * Whether a pattern could cover the name of a server: without a `*` it must be such a name, and before a `*` there must be
 * the beginning of one. The pattern has at most 200 characters; see `parsePattern`.
 */
export function couldMatch(pattern: string): boolean {
  const isBeginning = pattern.endsWith("*");
  const text = isBeginning ? pattern.slice(0, -1) : pattern;
  if (/^[A-Za-z0-9.-]+\/[A-Za-z0-9._-]+$/.test(text)) return true;
  return isBeginning && /^(?:[A-Za-z0-9.-]+\/?)?$/.test(text);
}
