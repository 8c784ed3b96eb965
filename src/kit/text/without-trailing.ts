/**
 * A text without some characters at its end, such as `https://example.com` for `https://example.com//`. Takes time
 * linear in the text: a pattern like `/\/+$/` tries again at each slash of a long run that is not at the end.
 *
 * @param characters each one is taken off, in any order; they are single UTF-16 code units.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
