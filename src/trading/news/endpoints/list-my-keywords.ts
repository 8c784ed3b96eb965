import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NEWS_NOTE, pendingErrors } from "../../pending.ts";
import { pageOf, paging } from "../../shapes.ts";
import { followedKeyword } from "../records.ts";

export const listMyKeywords = endpoint({
  id: "news.listMyKeywords",
  method: ["GET", "POST"],
  path: "/public/trending-news-list-my-keywords",
  auth: "user",
  summary: "Words that the caller follows",
  description: PENDING_NEWS_NOTE,
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("keywords", followedKeyword)),
  errors: [pendingErrors.news],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.news({ operation: "public/trending-news-list-my-keywords" });
  },
});
