import fc from "fast-check";
import { expect, test } from "vitest";
import { WordMatcher } from "./word-matcher.ts";
import { paddedWords, wordsOf } from "./words.ts";

const words = (most: number) => fc.array(fc.constantFrom("a", "b", "c", "ab", "bitcoin"), { maxLength: most });

test("finds exactly the keywords whose padded words are in the padded words of the text, as SQL does", () => {
  fc.assert(
    fc.property(fc.array(words(4), { maxLength: 12 }), words(30), (keywords, text) => {
      const padded = paddedWords(text);
      const naive = keywords.flatMap((each, place) =>
        each.length > 0 && padded.includes(paddedWords(each)) ? [place] : [],
      );
      expect(new WordMatcher(keywords).find(text)).toEqual(naive);
    }),
    { numRuns: 2_000 },
  );
});

test("words are compared without case, accents and punctuation", () => {
  expect(wordsOf("Côte d'Ivoire: $BTC — up 5.2%!")).toEqual(["cote", "d", "ivoire", "btc", "up", "5", "2"]);
  const matcher = new WordMatcher([["interest", "rate"], ["rate", "cut"], ["rate"]]);
  expect(matcher.find(wordsOf("Interest-rate cut expected"))).toEqual([0, 1, 2]);
  expect(matcher.find(wordsOf("Interested rates"))).toEqual([]);
});

test("100,000 keywords are found in one pass", () => {
  const matcher = new WordMatcher(Array.from({ length: 100_000 }, (_, at) => ["coin", `w${at}`]));
  expect(matcher.find(["the", "coin", "w99999", "fell"])).toEqual([99_999]);
});
