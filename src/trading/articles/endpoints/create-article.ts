import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { fromSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ApiUrlDeps, ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { checkedImages, checkTexts, imageParams, publishDate, textParams } from "../article-input.ts";
import type { ArticleDeps, ArticleImageDeps, ArticleRateDeps } from "../deps.ts";
import { articleErrors } from "../errors.ts";
import { articleShape, showArticle } from "../show-article.ts";
import { MAX_ARTICLES } from "../store.ts";

const EXAMPLE = {
  title: "How a spread between two markets closes",
  brief: "Two markets, one price: what happens in between, step by step.",
  body: "<p>Prices of the same coin differ between two markets for moments only.</p>".repeat(5),
  publishdate: 1_599_615_673,
};

/** Writes an article. */
export const createArticle = endpoint({
  id: "articles.createArticle",
  method: ["GET", "POST"],
  path: "/articles/create",
  auth: "change",
  summary: "Write an article",
  description:
    "It is published at its date. Images are looked at once, now. Elements that articles may not have are taken out of " +
    "the body.",
  input: {
    params: Type.Object({
      ...textParams,
      publishdate: publishDate,
      ...imageParams,
      draft: Type.Optional(Type.Boolean({ description: "Not published, whatever its date says" })),
    }),
  },
  output: json(mutation({ article: articleShape })),
  errors: [articleErrors.tooShort, articleErrors.badImage, articleErrors.tooMany],
  limits: { cost: 5, bodyBytes: 1_000_000 },
  examples: [
    { name: "published at once", body: EXAMPLE },
    { name: "a title that is too short", body: { ...EXAMPLE, title: "Seventeen letters" }, status: 422 },
  ],

  async run(
    deps: ArticleDeps & ArticleImageDeps & ArticleRateDeps & ApiUrlDeps & ClockDeps,
    { input: { params }, actor, signal },
  ) {
    const { articles, clock, imageHttp } = deps;
    const texts = checkTexts(params);
    const images = await checkedImages(imageHttp, [], params, signal);
    const at = clock.now();
    const { uid, ownerUid } = actor;
    const publishAt = fromSeconds(params.publishdate);
    const isDraft = params.draft ?? false;
    const article = await articles.create({ uid, ownerUid, at }, { ...texts, images, isDraft, publishAt });
    if (!article) throw articleErrors.tooMany({ maximum: MAX_ARTICLES });
    const shown = showArticle(article, { ...deps, now: at });
    const message = `The article is ${shown.state}`;
    return { status: true as const, id: shown.id, message, article: shown };
  },
});
