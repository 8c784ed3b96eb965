import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { fromSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ApiUrlDeps, ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import { checkedImages, checkTexts, imageParams, publishDate, textParams } from "../article-input.ts";
import type { ArticleDeps, ArticleImageDeps, ArticleRateDeps } from "../deps.ts";
import { articleErrors } from "../errors.ts";
import { articleShape, showArticle } from "../show-article.ts";

const EXAMPLE = {
  title: "How a spread between two markets closes, again",
  brief: "Two markets, one price: what happens in between, in more detail.",
  body: "<p>Prices of the same coin differ between two markets for moments only.</p>".repeat(6),
};

/** Changes one's own article. */
export const editArticle = endpoint({
  id: "articles.editArticle",
  method: ["GET", "POST"],
  path: "/articles/edit",
  auth: "change",
  summary: "Change an article",
  description:
    "Its texts, and what else is given: an image replaces the one in its place, and an empty one takes it away. A " +
    "rejected article stays rejected.",
  input: {
    params: Type.Object({
      id,
      ...textParams,
      publishdate: Type.Optional(publishDate),
      ...imageParams,
      draft: Type.Optional(Type.Boolean({ description: "Not published, whatever its date says" })),
    }),
  },
  output: json(mutation({ article: articleShape })),
  errors: [articleErrors.notFound, articleErrors.tooShort, articleErrors.badImage],
  limits: { cost: 5, bodyBytes: 1_000_000 },
  examples: [
    { name: "longer texts", body: { id: "1", ...EXAMPLE } },
    { name: "one that is not there", body: { id: "999999999", ...EXAMPLE }, status: 404 },
  ],

  async run(
    deps: ArticleDeps & ArticleImageDeps & ArticleRateDeps & ApiUrlDeps & ClockDeps,
    { input: { params }, actor, signal },
  ) {
    const { articles, clock, imageHttp } = deps;
    const { uid, ownerUid } = actor;
    const before = await articles.find(uid, Number(params.id));
    if (!before) throw articleErrors.notFound({ id: params.id });
    const texts = checkTexts(params);
    const images = await checkedImages(imageHttp, before.images, params, signal);
    const publishAt = params.publishdate === undefined ? before.publishAt : fromSeconds(params.publishdate);
    const at = clock.now();
    const content = { ...texts, images, isDraft: params.draft ?? before.isDraft, publishAt };
    const article = await articles.edit({ uid, ownerUid, at }, before.id, content);
    if (!article) throw articleErrors.notFound({ id: params.id });
    const shown = showArticle(article, { ...deps, now: at });
    return { status: true as const, id: shown.id, message: `The article is ${shown.state}`, article: shown };
  },
});
