import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { unfitParameter } from "../../refuse-parameters.ts";
import { hasTooManyTerms, MAX_TERMS, termsOf } from "../core/terms.ts";
import { keywordName } from "../core/watchlist.ts";
import type { NewsDeps, NewsFigureDeps } from "../deps.ts";

export const listWatchedKeywords = endpoint({
  id: "news.listWatchedKeywords",
  method: ["GET", "POST"],
  path: "/public/trending-news-watchlist",
  auth: "public",
  summary: "Keywords that are watched",
  description:
    "Coins, exchanges, people and events, each with the ways in which it is written. `trend` compares the articles of the " +
    "last day with a usual day of the week before: 2 is twice as many.",
  input: {
    params: Type.Object({
      keyword_contains: Type.Optional(
        Type.String({ maxLength: 400, description: "Up to ten terms, separated by commas" }),
      ),
    }),
  },
  output: json(
    Type.Array(
      Type.Object({
        id: Type.String(),
        keywords: Type.String({ description: "Separated by commas" }),
        currency: Type.Union([Type.String(), Type.Null()], { description: "Of a coin: its currency, such as BTC" }),
        articles_last_24_hours: Type.Integer(),
        trend: Type.Union([Type.Number(), Type.Null()], { description: "Null where the week before had none" }),
      }),
    ),
  ),
  errors: [],
  examples: [
    { name: "all" },
    { name: "those of two coins", body: { keyword_contains: "bitcoin,ether" } },
    { name: "more than ten terms", body: { keyword_contains: "a,b,c,d,e,f,g,h,i,j,k" }, status: 422 },
  ],

  async run({ newsRules, newsFigures }: NewsDeps & NewsFigureDeps, { input: { params } }) {
    const { keyword_contains: sought } = params;
    if (hasTooManyTerms(sought)) {
      throw unfitParameter("keyword_contains", "terms", `must have at most ${MAX_TERMS} terms`);
    }
    const terms = termsOf(sought);
    const trends = new Map((await newsFigures.trends()).map((trend) => [trend.name, trend]));
    return newsRules.watchlist
      .filter(({ words }) => terms?.some((term) => words.some((word) => word.includes(term))) ?? true)
      .map((keyword) => {
        const { lastDay = 0, usualDay = 0 } = trends.get(keywordName(keyword)) ?? {};
        const trend = usualDay === 0 ? null : Math.round((lastDay / usualDay) * 100) / 100;
        const { id, words, currency = null } = keyword;
        return { id, keywords: words.join(", "), currency, articles_last_24_hours: lastDay, trend };
      });
  },
});
