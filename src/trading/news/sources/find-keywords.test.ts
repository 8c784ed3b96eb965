/** Terms of users in the memory of a process, which follows many sites at once. */
import { expect, test } from "vitest";
import { STARTING_WATCHLIST } from "../core/watchlist.ts";
import { paddedWords, wordsOf } from "../core/words.ts";
import type { FeedStore } from "../store.ts";
import { KeywordFinder } from "./find-keywords.ts";

/** More than one batch, as there are once many users follow keywords. */
const TERMS = 25_000;
const SITES = 20;

/** Terms that a test makes up, with how often they are read. */
function termStore(count: number) {
  const words = Array.from({ length: count }, (_, at) => `term${at}`);
  const reads = { calls: 0 };
  const store: Pick<FeedStore, "listTerms" | "readTermsEnd"> = {
    readTermsEnd: async () => ({ serverRun: "1", newest: words.length }),
    async listTerms(after, limit) {
      reads.calls++;
      return words
        .slice(after, after + limit)
        .map((word, at) => ({ id: after + at + 1, words: paddedWords([word]), version: after + at + 1 }));
    },
  };
  return { store, words, reads };
}

test("looks at many sites at the same time read the terms once together", async () => {
  const { store, reads } = termStore(TERMS);
  const alone = new KeywordFinder(STARTING_WATCHLIST, store);
  await alone.load();
  const { calls: callsOfOne } = reads;
  const finder = new KeywordFinder(STARTING_WATCHLIST, store);
  const versions = await Promise.all(Array.from({ length: SITES }, () => finder.load()));
  expect(new Set(versions)).toEqual(new Set([TERMS]));
  expect(reads.calls).toBe(2 * callsOfOne);
  expect(finder.find({ words: wordsOf("says term7 of term24999") }).termIds).toEqual([8, TERMS]);
});

test("terms that come afterwards are known after the next load, also where one has failed", async () => {
  const { store, words } = termStore(3);
  let isAway = false;
  const finder = new KeywordFinder(STARTING_WATCHLIST, {
    ...store,
    async readTermsEnd() {
      if (isAway) throw new Error("the database is away");
      return store.readTermsEnd();
    },
  });
  expect(await finder.load()).toBe(3);
  words.push("halving");
  isAway = true;
  await expect(finder.load()).rejects.toThrow("the database is away");
  isAway = false;
  expect(await finder.load()).toBe(4);
  expect(finder.find({ words: wordsOf("The halving is near") }).termIds).toEqual([4]);
});
