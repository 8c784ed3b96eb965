import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { fromMillis, toMillis, toSeconds } from "../../../kit/time/instant.ts";
import { DAY_MS, SECOND_MS } from "../../../kit/time/spans.ts";
import { FREE_PLAN } from "../../billing/index.ts";
import { endpoint } from "../../endpoint.ts";
import {
  impactOnPair,
  newsErrors,
  scoreArticle,
  tone,
  viewImpactOn,
  viewTones,
  type NewsDeps,
} from "../../news/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { rangeSeconds, serviceCode } from "../../shapes.ts";
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
    "currency, with how unusually the pair moved afterwards, and with how often the story was repeated. `impact` is what " +
    "the price of this pair did after an article, for callers with a subscription.",
  input: {
    params: Type.Object({
      symbol: serviceCode,
      to: Type.Optional({
        ...rangeSeconds,
        description: `Seconds since 1970: the articles of the ${DAYS} days before. Default: now`,
      }),
    }),
  },
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
          tone: Type.Array(tone, { description: "Empty where the title has none that is clear" }),
          impact: impactOnPair,
        }),
      ),
    }),
  ),
  errors: [newsErrors.unknownMarket],
  examples: [
    { name: "a market", body: { symbol: "simalpha-btcusdt" } },
    { name: "a market at a moment", body: { symbol: "simalpha-btcusdt", to: 1_735_689_600 } },
    { name: "unknown market", body: { symbol: "simalpha-nothing" }, status: 404 },
    { name: "without what it needs", body: {}, status: 422 },
  ],

  async run({ market, news, newsRules, clock }: MarketDeps & NewsDeps & ClockDeps, { input: { params }, actor }) {
    const { symbol, to } = params;
    const listing = market.listing(symbol);
    if (!listing) throw newsErrors.unknownMarket({ symbol });
    const { base, id: pair } = listing.market;
    const nowMs = toMillis(clock.now());
    const untilMs = to === undefined ? nowMs : Math.min(to * SECOND_MS, nowMs);
    const hasSubscription = actor !== undefined && actor.plan.id !== FREE_PLAN.id;
    const articles = await news.listRelevant({
      currency: base,
      languages: newsRules.languages,
      since: fromMillis(Math.max(untilMs - DAYS * DAY_MS, 0)),
      until: fromMillis(untilMs),
      limit: CONSIDERED,
    });
    const shown = articles
      .map((article) => ({ article, score: scoreArticle(article, { base, pair }, newsRules, untilMs) }))
      .toSorted((one, other) => other.score - one.score)
      .slice(0, SHOWN)
      .map(({ article, score }) => ({
        id: String(article.id),
        title: article.title,
        brief: article.brief,
        source: article.source,
        url: article.url,
        keywords: article.keywords.join(","),
        score,
        time_published: toSeconds(article.publishedAt),
        tone: viewTones(article),
        impact: viewImpactOn(article, pair, hasSubscription),
      }));
    return { symbol, news: shown };
  },
});
