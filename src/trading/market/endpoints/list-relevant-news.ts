import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { plusMillis, toMillis, toSeconds } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { endpoint } from "../../endpoint.ts";
import { newsErrors, scoreArticle, type NewsDeps } from "../../news/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { serviceCode } from "../../shapes.ts";
import type { MarketDeps } from "../deps.ts";

/** Older news move no price any more. */
const DAYS = 3;
/** The newest articles, of which the most relevant are shown. */
const CONSIDERED = 500;
const SHOWN = 50;

export const listRelevantNews = endpoint({
  id: "market.listRelevantNews",
  method: ["GET", "POST"],
  path: "/exchangeindex/relevant-news",
  auth: "public",
  summary: "News of a market",
  description:
    `The ${SHOWN} most relevant of the newest ${CONSIDERED} articles of the last ${DAYS} days that name the market's ` +
    "base currency. The score rises with how new an article is, with the weight of its source, where the title names the " +
    "currency, with how unusually the pair moved afterwards, and with how often the story was repeated.",
  input: { params: Type.Object({ symbol: serviceCode }) },
  output: json(
    Type.Object({
      symbol: Type.String(),
      news: Type.Array(
        Type.Object({
          id: Type.String(),
          title: Type.String(),
          brief: Type.String(),
          source: Type.String(),
          url: Type.String(),
          keywords: Type.String(),
          score: Type.Number(),
          time_published: Type.Integer(),
        }),
      ),
    }),
  ),
  errors: [newsErrors.unknownMarket],
  examples: [
    { name: "a market", body: { symbol: "simalpha-btcusdt" } },
    { name: "unknown market", body: { symbol: "simalpha-nothing" }, status: 404 },
    { name: "without what it needs", body: {}, status: 422 },
  ],

  async run({ market, news, newsRules, clock }: MarketDeps & NewsDeps & ClockDeps, { input: { params } }) {
    const { symbol } = params;
    const listing = market.listing(symbol);
    if (!listing) throw newsErrors.unknownMarket({ symbol });
    const { base, id: pair } = listing.market;
    const now = clock.now();
    const articles = await news.listRelevant({
      currency: base,
      languages: newsRules.languages,
      since: plusMillis(now, -DAYS * DAY_MS),
      limit: CONSIDERED,
    });
    const scored = articles.map((article) => ({
      id: String(article.id),
      title: article.title,
      brief: article.brief,
      source: article.source,
      url: article.url,
      keywords: article.keywords.join(","),
      score: scoreArticle(article, { base, pair }, newsRules, toMillis(now)),
      time_published: toSeconds(article.publishedAt),
    }));
    return { symbol, news: scored.toSorted((one, other) => other.score - one.score).slice(0, SHOWN) };
  },
});
