/** Finds the keywords of the watchlist and those of the users in an article. */
import type { PreparedArticle } from "../core/article.ts";
import { keywordName, waysOf, type WatchedKeyword } from "../core/watchlist.ts";
import { WordMatcher } from "../core/word-matcher.ts";
import type { FeedStore, MatchedArticle } from "../store.ts";

/** While keywords change all the time, what is to be stored waits for the next look. */
export const MAX_RELOADS = 5;

type Found = Pick<MatchedArticle, "keywords" | "currencies" | "keywordIds">;

export class KeywordFinder {
  readonly #watchlist: readonly WatchedKeyword[];
  readonly #places: readonly number[];
  readonly #watched: WordMatcher;
  readonly #store: Pick<FeedStore, "loadUserKeywords">;
  #users: { readonly version: number; readonly ids: readonly number[]; readonly matcher: WordMatcher } | undefined;

  constructor(watchlist: readonly WatchedKeyword[], store: Pick<FeedStore, "loadUserKeywords">) {
    const ways = waysOf(watchlist);
    this.#watchlist = watchlist;
    this.#places = ways.map(({ place }) => place);
    this.#watched = new WordMatcher(ways.map(({ words }) => words));
    this.#store = store;
  }

  /** The version of the users' keywords that `find` knows; loads them where `isStale` or they are not known yet. */
  async load(isStale: boolean): Promise<number> {
    if (!this.#users || isStale) {
      const { version, keywords } = await this.#store.loadUserKeywords();
      const matcher = new WordMatcher(keywords.map(({ words }) => words.trim().split(" ")));
      this.#users = { version, ids: keywords.map(({ id }) => id), matcher };
    }
    return this.#users.version;
  }

  /** The watchlist's in the list's order; those of users only after `load`. */
  find({ words }: Pick<PreparedArticle, "words">): Found {
    const places = new Set(this.#watched.find(words).map((way) => this.#places[way] ?? -1));
    const found = this.#watchlist.filter((_, place) => places.has(place));
    const ids = this.#users?.ids ?? [];
    return {
      keywords: found.map(keywordName),
      currencies: found.flatMap(({ currency }) => currency ?? []),
      keywordIds: (this.#users?.matcher.find(words) ?? []).flatMap((place) => ids[place] ?? []),
    };
  }
}
