/** Asks each source once, as the platform does, and reports what it gives. For operators: nothing is stored. */
import { outbound } from "../../kit/outbound/outbound.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { MAX_BRIEF, prepareArticles } from "./core/article.ts";
import { newsAgent } from "./settings.ts";
import { FeedParser, FeedUnreadable } from "./sources/feed-parser.ts";
import { PageParser, PageUnreadable } from "./sources/page-parser.ts";
import { PoliteFetch } from "./sources/polite-fetch.ts";
import { wantsPage } from "./sources/read-article.ts";
import type { NewsSource } from "./sources/source.ts";

export interface SourceReport {
  readonly name: string;
  /** Articles that could be stored. */
  readonly articles: number;
  /** Items without a title or a web address. */
  readonly unusable: number;
  /** When the newest was published, in milliseconds. */
  readonly newestMs: number | undefined;
  /** Whether a page of an article could be read, or why not; undefined where none is to be asked. */
  readonly page: "read" | { readonly problem: string } | undefined;
  /** The problem; undefined for a source that gives articles. */
  readonly problem: string | undefined;
}

export interface ExamineOptions {
  readonly clock: Clock;
  readonly contact: string;
  readonly allowPrivate: readonly string[];
  readonly signal: AbortSignal;
}

/** One report after the other, in the order of the list. */
export async function* examineSources(
  sources: readonly NewsSource[],
  { clock, contact, allowPrivate, signal }: ExamineOptions,
): AsyncGenerator<SourceReport> {
  const http = outbound({ allowPrivate, userAgent: newsAgent(contact), clock });
  const fetcher = new PoliteFetch({ http, clock });
  const parser = new FeedParser();
  const pages = new PageParser();
  try {
    for (const source of sources) yield await examine(source, { fetcher, parser, pages, clock, signal });
  } finally {
    await http.close();
    await Promise.all([parser.close(), pages.close()]);
  }
}

interface Examiner {
  readonly fetcher: PoliteFetch;
  readonly parser: FeedParser;
  readonly pages: PageParser;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

async function examine(source: NewsSource, examiner: Examiner): Promise<SourceReport> {
  const { fetcher, parser, clock, signal } = examiner;
  const nothing = { name: source.name, articles: 0, unusable: 0, newestMs: undefined, page: undefined };
  const fetched = await fetcher.fetch(source.url, { etag: undefined, lastModified: undefined }, signal);
  if (fetched.kind === "failed") return { ...nothing, problem: fetched.problem };
  if (fetched.kind === "same")
    return { ...nothing, problem: "The site says that nothing has changed, though it was not told since when." };
  try {
    const items = await parser.parse(fetched.text, source.kind);
    const articles = prepareArticles(items, source, toMillis(clock.now()));
    const newestMs = articles.length === 0 ? undefined : Math.max(...articles.map(({ publishedMs }) => publishedMs));
    const problem = articles.length === 0 ? "The feed lists no articles." : undefined;
    return {
      name: source.name,
      articles: articles.length,
      unusable: items.length - articles.length,
      newestMs,
      page: await examinePage(articles.find((article) => wantsPage(source, article))?.url, examiner),
      problem,
    };
  } catch (error) {
    if (!(error instanceof FeedUnreadable)) throw error;
    return { ...nothing, problem: `The feed cannot be read: ${error.message}.` };
  }
}

async function examinePage(
  url: string | undefined,
  { fetcher, pages, signal }: Examiner,
): Promise<SourceReport["page"]> {
  if (url === undefined) return undefined;
  const fetched = await fetcher.fetchPage(url, signal);
  if (fetched.kind === "failed") return { problem: fetched.problem };
  try {
    await pages.parse(fetched.text, MAX_BRIEF);
    return "read";
  } catch (error) {
    if (!(error instanceof PageUnreadable)) throw error;
    return { problem: `The page cannot be read: ${error.message}.` };
  }
}
