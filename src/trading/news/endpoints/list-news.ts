import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NEWS_NOTE, pendingErrors } from "../../pending.ts";
import { newsItem } from "../records.ts";

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
  run() {
    throw pendingErrors.news({ operation: "public/trending-news-data" });
  },
});
