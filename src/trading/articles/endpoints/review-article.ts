import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ApiUrlDeps, ClockDeps } from "../../platform-deps.ts";
import { id, mutation, NOT_BLANK } from "../../shapes.ts";
import type { ArticleDeps, ArticleRateDeps } from "../deps.ts";
import { articleErrors } from "../errors.ts";
import { articleShape, showArticle } from "../show-article.ts";

/** Hides another author's article from readers, or restores it. */
export const reviewArticle = endpoint({
  id: "articles.reviewArticle",
  method: ["GET", "POST"],
  path: "/articles/review",
  auth: "admin",
  beyondSpec: true,
  summary: "Reject or restore an article",
  description: "A rejected article is shown to its author alone, with the reason, and earns nothing while it is.",
  input: {
    params: Type.Object({
      id,
      decision: Type.Enum(["reject", "restore"]),
      reason: Type.Optional(
        Type.String({ minLength: 3, maxLength: 500, pattern: NOT_BLANK, description: "Needed to reject" }),
      ),
    }),
  },
  output: json(mutation({ article: articleShape })),
  errors: [articleErrors.notFound, articleErrors.missingReason],
  examples: [
    { name: "reject", body: { id: "1", decision: "reject", reason: "Copied from elsewhere" } },
    { name: "restore", body: { id: "1", decision: "restore" } },
    { name: "reject for no reason", body: { id: "1", decision: "reject" }, status: 422 },
    { name: "one that is not there", body: { id: "999999999", decision: "restore" }, status: 404 },
  ],

  async run(deps: ArticleDeps & ArticleRateDeps & ApiUrlDeps & ClockDeps, { input: { params }, actor }) {
    const { decision, reason } = params;
    if (decision === "reject" && reason === undefined) {
      throw articleErrors.missingReason({ details: { missing_parameters: ["reason"] } });
    }
    const now = deps.clock.now();
    const given = decision === "reject" ? reason : undefined;
    const article = await deps.articles.review(actor.uid, Number(params.id), given, now);
    if (!article) throw articleErrors.notFound({ id: params.id });
    const shown = showArticle(article, { ...deps, now });
    return { status: true as const, id: shown.id, message: `The article is ${shown.state}`, article: shown };
  },
});
