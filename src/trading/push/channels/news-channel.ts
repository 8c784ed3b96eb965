/** News, each article whole: the newest ones, then each that is new or has changed. */
import type { Channel } from "../channel.ts";
import { RecentEntries, skippedRemark } from "../core/recent-entries.ts";
import type { NewsFeed } from "../news-channels.ts";

/** Of a reader that falls further behind, the older ones are left out and counted. */
const KEPT = 50;

export class NewsChannel implements Channel {
  readonly name: string;
  readonly wakenBy = "feed";
  readonly listings = [];
  readonly #feed: NewsFeed;
  readonly #articles: RecentEntries<string>;

  constructor(name: string, feed: NewsFeed) {
    this.name = name;
    this.#feed = feed;
    this.#articles = new RecentEntries(KEPT, feed.newest);
  }

  /** Articles since the channel was opened. */
  get version(): number {
    return this.#articles.version;
  }

  watch(wake: () => void): () => void {
    return this.#feed.onArticle((article) => {
      this.#articles.add(article);
      wake();
    });
  }

  refresh(): boolean {
    return this.#articles.hasGrown();
  }

  data(since: number): string {
    return `[${this.#articles.since(since).join(",")}]`;
  }

  /** How many articles are left out before the first of `data`. */
  skippedSince(since: number): number {
    return this.#articles.skippedSince(since);
  }

  remark(since: number): string {
    return skippedRemark(this.skippedSince(since));
  }
}
