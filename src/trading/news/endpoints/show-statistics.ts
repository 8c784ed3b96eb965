import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NEWS_NOTE, pendingErrors } from "../../pending.ts";
import { seconds } from "../../shapes.ts";

export const showStatistics = endpoint({
  id: "news.showStatistics",
  method: ["GET", "POST"],
  path: "/public/trending-news-statistics",
  auth: "public",
  summary: "How much news there is",
  description: PENDING_NEWS_NOTE,
  input: {},
  output: json(
    Type.Object({
      keywords_monitored: Type.Integer(),
      total_articles_found: Type.Integer(),
      total_keywords_matched: Type.Integer(),
      history: Type.Array(Type.Record(Type.String(), Type.Integer())),
      sources: Type.Integer(),
      last_update: seconds,
    }),
  ),
  errors: [pendingErrors.news],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.news({ operation: "public/trending-news-statistics" });
  },
});
