import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NEWS_NOTE, pendingErrors } from "../../pending.ts";
import { mutation, seconds } from "../../shapes.ts";

export const addKeyword = endpoint({
  id: "news.addKeyword",
  method: ["GET", "POST"],
  path: "/public/trending-news-add-keyword",
  auth: "change",
  summary: "Follow a word",
  description: PENDING_NEWS_NOTE,
  input: { params: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }) },
  output: json(
    mutation({
      keyword: Type.Object({ id: Type.String(), name: Type.String(), time_created: seconds, articles: Type.Integer() }),
    }),
  ),
  errors: [pendingErrors.news],
  examples: [
    { name: "not served yet", body: { name: "bitcoin" }, status: 501 },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  run() {
    throw pendingErrors.news({ operation: "public/trending-news-add-keyword" });
  },
});
