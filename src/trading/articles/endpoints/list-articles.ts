import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import type { ApiUrlDeps, ClockDeps } from "../../platform-deps.ts";
import { pageOf, paging } from "../../shapes.ts";
import type { ArticleDeps, ArticleRateDeps } from "../deps.ts";
import { articleSummary, showSummary } from "../show-article.ts";

/** The caller's articles. */
export const listArticles = endpoint({
  id: "articles.listArticles",
  method: ["GET", "POST"],
  path: "/articles/list",
  auth: "user",
  summary: "List one's own articles",
  description: "Newest first, in every state, without their bodies.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("articles", articleSummary)),
  errors: [],
  examples: [{ name: "the newest" }, { name: "no page 0", body: { pagenumber: 0 }, status: 422 }],

  async run(deps: ArticleDeps & ArticleRateDeps & ApiUrlDeps & ClockDeps, { input: { params }, actor }) {
    const { articles, total } = await deps.articles.list(actor.uid, rowsOf(params));
    const now = deps.clock.now();
    const shown = articles.map((article) => showSummary(article, { ...deps, now }));
    return { articles: shown, page: params.pagenumber, showing: shown.length, total };
  },
});
