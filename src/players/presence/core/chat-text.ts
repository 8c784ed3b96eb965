/** Players' chat as it may be passed on: one line, bounded, without control characters. */

/** Ends of lines of every kind, and other controls. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
/** Marks that turn the direction of text or cannot be seen, but not the joiners that emoji and some scripts need. */
const HIDDEN = /(?![\u200C\u200D])\p{Cf}/gu;
/** Halves of a character. */
const HALVES = /\p{Cs}/gu;

/** At most `most` UTF-16 units, never half of a character. */
export function chatText(text: string, most: number): string {
  // Stripped characters make room, but not for texts of any length.
  const plain = text
    .slice(0, 4 * most)
    .replace(HALVES, "")
    .replace(CONTROLS, " ")
    .replace(HIDDEN, "")
    .trim();
  return plain.slice(0, most).replace(HALVES, "");
}
