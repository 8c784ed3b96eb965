import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NEWS_NOTE, pendingErrors } from "../../pending.ts";
import { unfitParameter } from "../../refuse-parameters.ts";
import { isDay } from "../core/is-day.ts";
import { newsItem } from "../records.ts";

const MAX_TERMS = 10;
const LISTS = ["keyword_contains", "title_contains", "brief_contains", "exclude_keywords"] as const;

export const listNews = endpoint({
  id: "news.listNews",
  method: ["GET", "POST"],
  path: "/public/trending-news-data",
  auth: "public",
  summary: "News of a day",
  description: `What an article did to prices is shown with a subscription. ${PENDING_NEWS_NOTE}`,
  input: {
    params: Type.Object({
      date: Type.String({ minLength: 9, maxLength: 10, description: "YYYY-MM-DD" }),
      keyword_contains: Type.Optional(
        Type.String({ maxLength: 400, description: "Up to ten terms, separated by commas" }),
      ),
      title_contains: Type.Optional(
        Type.String({ maxLength: 400, description: "Up to ten terms, separated by commas" }),
      ),
      brief_contains: Type.Optional(
        Type.String({ maxLength: 400, description: "Up to ten terms, separated by commas" }),
      ),
      exclude_keywords: Type.Optional(
        Type.String({ maxLength: 400, description: "Up to ten terms, separated by commas" }),
      ),
    }),
  },
  output: json(Type.Array(newsItem)),
  errors: [pendingErrors.news],
  examples: [
    { name: "not served yet", body: { date: "2020-07-01" }, status: 501 },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  run(_deps, { input: { params } }) {
    if (!isDay(params.date)) throw unfitParameter("date", "date", "must be a day, as YYYY-MM-DD");
    for (const name of LISTS) {
      if ((params[name] ?? "").split(",").length > MAX_TERMS) {
        throw unfitParameter(name, "terms", `must have at most ${MAX_TERMS} terms`);
      }
    }
    throw pendingErrors.news({ operation: "public/trending-news-data" });
  },
});
