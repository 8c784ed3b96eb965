import { Type, type Static } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds, utcDay } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import type { ApiUrlDeps, ClockDeps, RandomDeps } from "../../platform-deps.ts";
import { id, pageOf, paging, seconds } from "../../shapes.ts";
import type { ArticleDeps } from "../deps.ts";
import { articleErrors } from "../errors.ts";
import { readerHashes } from "../reader.ts";
import { articleUrl } from "../show-article.ts";
import type { PublishedArticle } from "../store.ts";

const SALT_BYTES = 32;

const head = {
  article_id: id,
  title: Type.String(),
  brief: Type.String(),
  author: Type.String(),
  url: Type.String(),
  time_published: seconds,
} as const;

const listed = Type.Object({ ...head, image: Type.Union([Type.String(), Type.Null()]) }, { title: "PublishedArticle" });
const idOrNull = Type.Union([id, Type.Null()]);
const whole = Type.Object({
  ...head,
  body: Type.String({ description: "HTML" }),
  images: Type.Array(Type.String(), { maxItems: 6 }),
  next_id: idOrNull,
  previous_id: idOrNull,
});

/** The public articles. */
export const fetchArticles = endpoint({
  id: "articles.fetchArticles",
  method: ["GET", "POST"],
  path: "/public/fetch-articles",
  auth: "visitor",
  summary: "Read articles",
  description:
    "Without an id, a page of what is published, newest first. With one, that article; a reader is counted for it once " +
    "a day, by a hash that cannot be undone once the day is over.",
  input: {
    params: Type.Object({
      article_id: Type.String({ pattern: "^[0-9]{1,18}$", default: "0", description: "An article; 0 lists them" }),
      title_contains: Type.String({
        maxLength: 200,
        default: "0",
        description: "Only such titles; 0 or nothing for all",
      }),
      ...paging,
    }),
    headers: Type.Object({ "user-agent": Type.Optional(Type.String()) }),
  },
  output: json(Type.Union([pageOf("articles", listed), whole])),
  errors: [articleErrors.notFound],
  examples: [
    { name: "the newest" },
    { name: "by a word of their titles", query: { title_contains: "spread", limit: "5" } },
    { name: "one that is not there", query: { article_id: "999999999" }, status: 404 },
  ],

  async run(
    { articles, clock, random, apiUrl }: ArticleDeps & ClockDeps & RandomDeps & ApiUrlDeps,
    { input: { params, headers }, actor },
  ) {
    const now = clock.now();
    const articleId = Number(params.article_id);
    if (articleId === 0) {
      const title = params.title_contains === "0" ? "" : params.title_contains.trim();
      const page = await articles.listPublished(title, rowsOf(params), now);
      const shown = page.articles.map((each) => {
        return { ...headOf(each, apiUrl), image: each.article.images[0] ?? null };
      });
      return { articles: shown, page: params.pagenumber, showing: shown.length, total: page.total };
    }
    const found = await articles.findPublished(articleId, now);
    if (!found) throw articleErrors.notFound({ id: params.article_id });
    const day = utcDay(now);
    const salt = await articles.saltOf(day, random.bytes(SALT_BYTES));
    await articles.recordView(articleId, day, readerHashes(salt, actor.address, headers["user-agent"] ?? ""));
    return {
      ...headOf(found, apiUrl),
      body: found.article.body,
      images: [...found.article.images],
      next_id: found.nextId === null ? null : String(found.nextId),
      previous_id: found.previousId === null ? null : String(found.previousId),
    };
  },
});

function headOf({ article, author }: PublishedArticle, apiUrl: string): Omit<Static<typeof listed>, "image"> {
  return {
    article_id: String(article.id),
    title: article.title,
    brief: article.brief,
    author,
    url: articleUrl(apiUrl, article.id),
    time_published: toSeconds(article.publishAt),
  };
}
