import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { NewsDeps } from "../deps.ts";

export const listSources = endpoint({
  id: "news.listSources",
  method: ["GET", "POST"],
  path: "/public/trending-news-sources",
  auth: "public",
  summary: "Sources of news",
  description: "Sources that published an article first, in the order of their names.",
  input: {},
  output: json(Type.Array(Type.String())),
  errors: [],
  examples: [{ name: "all" }],

  run: ({ news }: NewsDeps) => news.listSources(),
});
