/** Articles as the rows of an export: every member of the record, those of its parts in columns of their own. */
import type { Static } from "typebox";
import { FREE_PLAN } from "../billing/index.ts";
import type { ExportRows } from "../exports/index.ts";
import type { MarketView } from "../market/index.ts";
import { articleJson, newsItem } from "./records.ts";
import type { StoredArticle } from "./store.ts";

type Article = Static<typeof newsItem>;
type Cell = string | number;

const MEMBERS = Object.keys(newsItem.properties) as (keyof Article)[];

/** `date_day`, `price_impact_120s_status`, `tone_data`: a part of a member is named after both. */
export const NEWS_COLUMNS: readonly string[] = MEMBERS.flatMap((member) => {
  const schema = newsItem.properties[member];
  return "properties" in schema ? Object.keys(schema.properties).map((part) => `${member}_${part}`) : [member];
});

const AT_ONCE = 500;

export interface NewsRowsDeps {
  readonly market: Pick<MarketView, "listing">;
  /** Articles that name a currency, newest first, older ones than `before`. */
  readonly listOf: (
    currency: string,
    page: {
      readonly before: Pick<StoredArticle, "publishedAt" | "id"> | undefined;
      readonly limit: number;
      readonly hasSubscription: boolean;
    },
  ) => Promise<readonly StoredArticle[]>;
}

/**
 * Those that name the base currency of a market, newest first.
 *
 * @throws Error where this process does not know the market, as before its exchange was read: the export is tried again
 */
export async function* newsRows(
  { market, listOf }: NewsRowsDeps,
  { user, symbol, limit }: Parameters<ExportRows["rows"]>[1],
): ReturnType<ExportRows["rows"]> {
  const currency = market.listing(symbol)?.market.base;
  if (currency === undefined) throw new Error(`the market ${symbol} is not known`);
  const hasSubscription = user.plan.id !== FREE_PLAN.id;
  let before: StoredArticle | undefined;
  for (let left = limit; left > 0;) {
    const articles = await listOf(currency, { before, limit: Math.min(left, AT_ONCE), hasSubscription });
    for (const article of articles) yield rowOf(JSON.parse(articleJson(article, hasSubscription)) as Article);
    before = articles.at(-1);
    if (!before) return;
    left -= articles.length;
  }
}

function rowOf(article: Article): readonly Cell[] {
  return MEMBERS.flatMap((member) => {
    const value: unknown = article[member];
    const schema = newsItem.properties[member];
    if (!("properties" in schema)) return [cellOf(value)];
    return Object.keys(schema.properties).map((part) => cellOf((value as Record<string, unknown>)[part]));
  });
}

/** Values with parts of their own are JSON. */
function cellOf(value: unknown): Cell {
  if (typeof value === "string" || typeof value === "number") return value;
  return value === null || value === undefined ? "" : JSON.stringify(value);
}
