import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { pageOf, paging } from "../../shapes.ts";
import type { NewsDeps } from "../deps.ts";
import { followedKeyword, viewKeyword } from "../records.ts";

export const listMyKeywords = endpoint({
  id: "news.listMyKeywords",
  method: ["GET", "POST"],
  path: "/public/trending-news-list-my-keywords",
  auth: "user",
  summary: "Keywords that the caller follows",
  description: "Newest first. `public/trending-news-data` shows the articles of one with `keywordid`.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("keywords", followedKeyword)),
  errors: [],
  examples: [{ name: "all" }],

  async run({ news }: NewsDeps, { input: { params }, actor }) {
    const { keywords, total } = await news.listKeywords(actor.uid, rowsOf(params));
    return { keywords: keywords.map(viewKeyword), page: params.pagenumber, showing: keywords.length, total };
  },
});
