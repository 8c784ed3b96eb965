import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NEWS_NOTE, pendingErrors } from "../../pending.ts";

export const showSourceImpact = endpoint({
  id: "news.showSourceImpact",
  method: ["GET", "POST"],
  path: "/public/trending-news-source-impact",
  auth: "public",
  summary: "What a source does to prices",
  description: PENDING_NEWS_NOTE,
  input: {
    params: Type.Object({
      source_contains: Type.String({ minLength: 1, maxLength: 200, description: "The exact source" }),
    }),
  },
  output: json(Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()))),
  errors: [pendingErrors.news],
  examples: [
    { name: "not served yet", body: { source_contains: "Example Times" }, status: 501 },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  run() {
    throw pendingErrors.news({ operation: "public/trending-news-source-impact" });
  },
});
