import { Type } from "typebox";
import { writtenJson } from "../../../kit/endpoint/output.ts";
import { fromMillis } from "../../../kit/time/instant.ts";
import { FREE_PLAN } from "../../billing/index.ts";
import { endpoint } from "../../endpoint.ts";
import { unfitParameter } from "../../refuse-parameters.ts";
import { id } from "../../shapes.ts";
import { daySpan } from "../core/day-span.ts";
import { hasTooManyTerms, MAX_TERMS, termsOf } from "../core/terms.ts";
import type { NewsDeps } from "../deps.ts";
import { newsErrors } from "../errors.ts";
import { articlesJson, newsItem } from "../records.ts";

const LISTS = ["keyword_contains", "title_contains", "brief_contains", "exclude_keywords"] as const;
const terms = (description: string) =>
  Type.Optional(Type.String({ maxLength: 400, description: `${description} Up to ten terms, separated by commas.` }));

export const listNews = endpoint({
  id: "news.listNews",
  method: ["GET", "POST"],
  path: "/public/trending-news-data",
  auth: "public",
  summary: "News of a day",
  description:
    "Newest first. Each story is there once; `echoes` counts its repetitions. What an article did to prices is " +
    "shown with a subscription. Where as many articles come as `limit` says, there may be more: ask again with the last " +
    "id as `before`.",
  input: {
    params: Type.Object({
      date: Type.String({ minLength: 9, maxLength: 10, description: "YYYY-MM-DD, in UTC" }),
      keyword_contains: terms("Articles whose keywords contain one of these."),
      title_contains: terms("Articles whose title contains one of these."),
      brief_contains: terms("Articles whose brief contains one of these."),
      exclude_keywords: terms("No articles whose keywords or title contain one of these."),
      keywordid: Type.Optional({ ...id, description: "Articles that this keyword of the caller's own was found in" }),
      before: Type.Optional({ ...id, description: "Articles older than this one" }),
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 500, description: "Articles in an answer" }),
    }),
  },
  output: writtenJson(Type.Array(newsItem)),
  errors: [newsErrors.keywordNotFound, newsErrors.articleNotFound],
  examples: [
    { name: "a day", body: { date: "2020-07-01" } },
    { name: "articles about two coins", body: { date: "2020-07-01", keyword_contains: "bitcoin,ethereum" } },
    { name: "unknown keyword", body: { date: "2020-07-01", keywordid: "1" }, status: 404 },
    { name: "before an unknown article", body: { date: "2020-07-01", before: "1" }, status: 404 },
    { name: "without what it needs", body: {}, status: 422 },
  ],

  async run({ news, newsRules }: NewsDeps, { input: { params }, actor }) {
    const day = daySpan(params.date);
    if (!day) throw unfitParameter("date", "date", "must be a day, as YYYY-MM-DD");
    const crowded = LISTS.find((name) => hasTooManyTerms(params[name]));
    if (crowded) throw unfitParameter(crowded, "terms", `must have at most ${MAX_TERMS} terms`);
    const { keywordid, before, limit } = params;
    if (keywordid !== undefined && !(actor && (await news.findKeyword(actor.uid, Number(keywordid))))) {
      throw newsErrors.keywordNotFound({ id: keywordid });
    }
    const hasSubscription = actor !== undefined && actor.plan.id !== FREE_PLAN.id;
    const articles = await news.listArticles({
      from: fromMillis(day.fromMs),
      to: fromMillis(day.toMs),
      languages: newsRules.languages,
      keywordTerms: termsOf(params.keyword_contains),
      titleTerms: termsOf(params.title_contains),
      briefTerms: termsOf(params.brief_contains),
      excludedTerms: termsOf(params.exclude_keywords),
      keywordId: keywordid === undefined ? undefined : Number(keywordid),
      beforeId: before === undefined ? undefined : Number(before),
      limit,
      hasSubscription,
    });
    // An article may be removed between two pages: an empty one would look like the end.
    if (before !== undefined && articles.length === 0 && !(await news.hasArticle(Number(before)))) {
      throw newsErrors.articleNotFound({ id: before });
    }
    return articlesJson(articles, hasSubscription);
  },
});
