import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NEWS_NOTE, pendingErrors } from "../../pending.ts";

export const listSources = endpoint({
  id: "news.listSources",
  method: ["GET", "POST"],
  path: "/public/trending-news-sources",
  auth: "public",
  summary: "Sources of news",
  description: PENDING_NEWS_NOTE,
  input: {},
  output: json(Type.Array(Type.String())),
  errors: [pendingErrors.news],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.news({ operation: "public/trending-news-sources" });
  },
});
