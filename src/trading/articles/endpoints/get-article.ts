import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ApiUrlDeps, ClockDeps } from "../../platform-deps.ts";
import { id } from "../../shapes.ts";
import type { ArticleDeps, ArticleRateDeps } from "../deps.ts";
import { articleErrors } from "../errors.ts";
import { articleShape, showArticle } from "../show-article.ts";

/** An author needs the body of a draft to change it: the public page has published articles only, and counts its readers. */
export const getArticle = endpoint({
  id: "articles.getArticle",
  method: ["GET", "POST"],
  path: "/articles/fetch",
  auth: "user",
  beyondSpec: true,
  summary: "Read one's own article",
  description: "In every state, with its body. The author does not count as a reader here.",
  input: { params: Type.Object({ id }) },
  output: json(articleShape),
  errors: [articleErrors.notFound],
  examples: [
    { name: "one's own", query: { id: "1" } },
    { name: "one that is not there", query: { id: "999999999" }, status: 404 },
  ],

  async run(deps: ArticleDeps & ArticleRateDeps & ApiUrlDeps & ClockDeps, { input: { params }, actor }) {
    const article = await deps.articles.find(actor.uid, Number(params.id));
    if (!article) throw articleErrors.notFound({ id: params.id });
    return showArticle(article, { ...deps, now: deps.clock.now() });
  },
});
