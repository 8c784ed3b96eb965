/** A source of news: a feed of a site, and how it is to be asked. */

export type FeedKind = "rss" | "atom" | "json" | "sitemap";

export interface NewsSource {
  /** Unique; how articles name it. */
  readonly name: string;
  readonly url: string;
  readonly kind: FeedKind;
  /** ISO 639-1: of headlines that do not show theirs. */
  readonly language: string;
  /** The shortest time between two looks, in seconds. */
  readonly intervalSeconds: number;
  /** How much its articles count in `exchangeindex/relevant-news`: 1 is usual. */
  readonly weight: number;
  /** Whether pages of its articles may be asked for, to fill briefs that its feed leaves empty. */
  readonly readsArticles?: boolean;
}
