/** Finds the keywords of the watchlist, and the terms that users follow, in an article. */
import { wentBack, type NumbersEnd } from "../../../kit/sql/numbers-end.ts";
import type { PreparedArticle } from "../core/article.ts";
import { keywordName, waysOf, type WatchedKeyword } from "../core/watchlist.ts";
import { WordMatcher } from "../core/word-matcher.ts";
import type { FeedStore, MatchedArticle, NewsTerm } from "../store.ts";

type Found = Pick<MatchedArticle, "keywords" | "currencies" | "termIds">;

/** Terms that are read at once. */
const BATCH = 10_000;
/** This many new terms have a small matcher of their own: the large one is not made again for each of them. */
const MAX_RECENT = 2_000;
/** More terms than this would not fit into memory beside everything else. */
const MAX_TERMS = 1_000_000;

interface Terms {
  readonly ids: readonly number[];
  readonly matcher: WordMatcher;
}

const NO_TERMS: Terms = { ids: [], matcher: new WordMatcher([]) };

type TermStore = Pick<FeedStore, "listTerms" | "readTermsEnd">;

export class KeywordFinder {
  readonly #watchlist: readonly WatchedKeyword[];
  readonly #places: readonly number[];
  readonly #watched: WordMatcher;
  readonly #store: TermStore;
  #terms = NO_TERMS;
  #recent = NO_TERMS;
  #recentTerms: readonly NewsTerm[] = [];
  #version = 0;
  /** As of the last load; undefined before the first. */
  #end: NumbersEnd | undefined;
  #loading: Promise<number> | undefined;

  constructor(watchlist: readonly WatchedKeyword[], store: TermStore) {
    const ways = waysOf(watchlist);
    this.#watchlist = watchlist;
    this.#places = ways.map(({ place }) => place);
    this.#watched = new WordMatcher(ways.map(({ words }) => words));
    this.#store = store;
  }

  /**
   * Learns the terms that have come since the last time. Answers the version of the newest one that `find` knows: newer
   * ones are found as articles are stored. Learns all of them again where the database went back: some that are known may
   * be lost, and others may have their ids. One load is in progress at a time: looks at other sites wait for it.
   */
  load(): Promise<number> {
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  async #load(): Promise<number> {
    const end = await this.#store.readTermsEnd();
    if (this.#end && wentBack(this.#end, end)) await this.#loadAll();
    this.#end = end;
    const added = await this.#store.listTerms(this.#version, MAX_RECENT);
    if (added.length === 0) return this.#version;
    if (this.#recentTerms.length + added.length >= MAX_RECENT) return this.#loadAll();
    this.#recentTerms = [...this.#recentTerms, ...added];
    this.#recent = matcherOf(this.#recentTerms);
    this.#version = added.at(-1)?.version ?? this.#version;
    return this.#version;
  }

  /** From the beginning: those that were taken away since are left out. */
  async #loadAll(): Promise<number> {
    const all: NewsTerm[] = [];
    while (all.length < MAX_TERMS) {
      const batch = await this.#store.listTerms(all.at(-1)?.version ?? 0, BATCH);
      for (const term of batch) all.push(term);
      if (batch.length < BATCH) break;
    }
    this.#terms = matcherOf(all);
    this.#recent = NO_TERMS;
    this.#recentTerms = [];
    this.#version = all.at(-1)?.version ?? 0;
    return this.#version;
  }

  /** The watchlist's in the list's order; those of users only after `load`. */
  find({ words }: Pick<PreparedArticle, "words">): Found {
    const places = new Set(this.#watched.find(words).map((way) => this.#places[way] ?? -1));
    const found = this.#watchlist.filter((_, place) => places.has(place));
    return {
      keywords: found.map(keywordName),
      currencies: found.flatMap(({ currency }) => currency ?? []),
      termIds: [this.#terms, this.#recent].flatMap(({ ids, matcher }) =>
        matcher.find(words).flatMap((place) => ids[place] ?? []),
      ),
    };
  }
}

function matcherOf(terms: readonly NewsTerm[]): Terms {
  return {
    ids: terms.map(({ id }) => id),
    matcher: new WordMatcher(terms.map(({ words }) => words.trim().split(" "))),
  };
}
