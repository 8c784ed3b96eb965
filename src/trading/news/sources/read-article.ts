/**
 * Reads the page of an article whose feed has almost no text of it, where the operator says that its source allows
 * that. The beginning of its text becomes the brief; the rest is not kept.
 */
import type { Lease } from "../../../kit/sql/lease.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { doubledMs } from "../../../kit/time/back-off.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { DAY_MS, MINUTE_MS } from "../../../kit/time/spans.ts";
import { MAX_BRIEF, MIN_BRIEF, wordingOf } from "../core/article.ts";
import { cutText } from "../core/plain-text.ts";
import { siteOf } from "../core/site.ts";
import type { FeedStore, PageDue } from "../store.ts";
import type { KeywordFinder } from "./find-keywords.ts";
import type { LookTurn } from "./look-turn.ts";
import { PageUnreadable, type PageParser } from "./page-parser.ts";
import type { PoliteFetch } from "./polite-fetch.ts";
import type { NewsSource } from "./source.ts";

export interface ArticleReaderOptions {
  readonly store: FeedStore;
  readonly fetcher: PoliteFetch;
  readonly parser: PageParser;
  readonly keywords: KeywordFinder;
  readonly clock: Clock;
}

export interface ArticleRead {
  readonly isFilled: boolean;
  readonly quietUntil: Instant | undefined;
}

/** A page that could not be read is asked for this often. */
const MAX_TRIES = 3;
const BACK_OFF = { firstMs: 10 * MINUTE_MS, maxMs: DAY_MS };

/** Whether the page of an article is to be read. Pages of other sites than the feed's are left alone. */
export function wantsPage(
  source: NewsSource,
  { url, brief }: { readonly url: string; readonly brief: string },
): boolean {
  return source.readsArticles === true && brief.length < MIN_BRIEF && siteOf(url) === siteOf(source.url);
}

export class ArticleReader {
  readonly #options: ArticleReaderOptions;

  constructor(options: ArticleReaderOptions) {
    this.#options = options;
  }

  /**
   * Answers whether the brief was filled, and how long the site asks to be left alone. A page that cannot be read costs its
   * brief, and nothing else.
   *
   * @throws LeaseLost when another process owns the source by now; the signal's reason
   */
  async read(due: PageDue, { lease, signal, siteFeeds }: LookTurn): Promise<ArticleRead> {
    const { store, clock } = this.#options;
    const { brief, waitMs } = await this.#briefOf(due, signal);
    if (brief !== undefined) {
      await this.#save(due, brief, lease);
      return { isFilled: true, quietUntil: undefined };
    }
    const tries = due.tries + 1;
    const now = clock.now();
    const nextAt = plusMillis(now, Math.max(doubledMs(tries, BACK_OFF), waitMs ?? 0));
    const quietUntil = waitMs === undefined ? undefined : plusMillis(now, waitMs);
    const next = tries < MAX_TRIES ? { tries, nextAt } : undefined;
    await store.savePageTry(lease, due.articleId, next, quietUntil && { names: siteFeeds, until: quietUntil });
    return { isFilled: false, quietUntil };
  }

  async #briefOf(
    { url, title }: PageDue,
    signal: AbortSignal,
  ): Promise<{ brief?: string; waitMs?: number | undefined }> {
    const { fetcher, parser } = this.#options;
    const fetched = await fetcher.fetchPage(url, signal);
    if (fetched.kind === "failed") return { waitMs: fetched.waitMs };
    try {
      const text = await parser.parse(fetched.text, MAX_BRIEF + title.length);
      // Many pages begin with the title once more.
      return { brief: cutText(text.startsWith(title) ? text.slice(title.length).trim() : text, MAX_BRIEF) };
    } catch (error) {
      if (error instanceof PageUnreadable) return {};
      throw error;
    }
  }

  async #save({ articleId, title, language }: PageDue, brief: string, lease: Lease): Promise<void> {
    const { store, keywords, clock } = this.#options;
    const wording = { title, brief, ...wordingOf(title, brief, language) };
    const termVersion = await keywords.load();
    const words = { ...wording, ...keywords.find(wording) };
    await store.saveBrief(lease, { articleId, words, termVersion, at: clock.now() });
  }
}
