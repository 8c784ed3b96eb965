import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NEWS_NOTE, pendingErrors } from "../../pending.ts";

export const listWatchedKeywords = endpoint({
  id: "news.listWatchedKeywords",
  method: ["GET", "POST"],
  path: "/public/trending-news-watchlist",
  auth: "public",
  summary: "Words that are watched",
  description: PENDING_NEWS_NOTE,
  input: {
    params: Type.Object({
      keyword_contains: Type.Optional(
        Type.String({ maxLength: 400, description: "Up to ten terms, separated by commas" }),
      ),
    }),
  },
  output: json(Type.Array(Type.Object({ id: Type.String(), keywords: Type.String() }))),
  errors: [pendingErrors.news],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.news({ operation: "public/trending-news-watchlist" });
  },
});
