/** Text as words that can be compared: without accents, case and punctuation. */

/** Longer texts are cut: titles and briefs are far shorter. */
const MAX_READ = 4_000;

/** The words of a text in order. `$BTC` is `btc`, `Coinbase's` is `coinbase` and `s`, `1,000` is `1` and `000`. */
export function wordsOf(text: string): string[] {
  const plain = text.slice(0, MAX_READ).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

/**
 * The words with one space around each: a run of words is in a text exactly when its padded words are in those of the
 * text. This is how SQL finds what `WordMatcher` finds.
 */
export function paddedWords(words: readonly string[]): string {
  return words.length === 0 ? "" : ` ${words.join(" ")} `;
}
