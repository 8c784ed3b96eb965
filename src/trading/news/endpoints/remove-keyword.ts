import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NEWS_NOTE, pendingErrors } from "../../pending.ts";
import { id, mutation } from "../../shapes.ts";

export const removeKeyword = endpoint({
  id: "news.removeKeyword",
  method: ["GET", "POST"],
  path: "/public/trending-news-remove-keyword",
  auth: "change",
  summary: "Follow a word no longer",
  description: PENDING_NEWS_NOTE,
  input: { params: Type.Object({ keywordid: id }) },
  output: json(mutation({})),
  errors: [pendingErrors.news],
  examples: [
    { name: "not served yet", body: { keywordid: "1" }, status: 501 },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  run() {
    throw pendingErrors.news({ operation: "public/trending-news-remove-keyword" });
  },
});
