import { Type } from "typebox";
import { hashSecret } from "../../../kit/auth/hash-secret.ts";
import { text } from "../../../kit/endpoint/output.ts";
import { plusMillis, toMillis } from "../../../kit/time/instant.ts";
import { FREE_PLAN } from "../../billing/index.ts";
import { publicApiUrl } from "../../charts/index.ts";
import { endpoint } from "../../endpoint.ts";
import type { ApiUrlDeps, ClockDeps, LimiterDeps } from "../../platform-deps.ts";
import { LATE_NEWS_MS } from "../core/news-delay.ts";
import { rssOf } from "../core/rss.ts";
import type { NewsDeps } from "../deps.ts";
import { newsErrors } from "../errors.ts";

/** Of one address in a minute. */
const A_MINUTE = 10;
const ARTICLES = 50;
/** Readers ask again after this long where they keep to it: new articles come every few minutes. */
const TTL_MINUTES = 5;

export const readFeed = endpoint({
  id: "news.readFeed",
  method: "GET",
  path: "/public/trending-news-feed/:token",
  auth: "visitor",
  summary: "Articles of a keyword for feed readers",
  description:
    "RSS 2.0: the newest 50 articles of the last 30 days, as plain text. The address is that of " +
    "public/trending-news-feed-create. Without a subscription articles are there a minute late. At most 10 requests a minute; " +
    "`If-None-Match` is answered 304 while nothing is new.",
  input: {
    path: Type.Object({ token: Type.String({ maxLength: 200, description: "The secret part of the address" }) }),
    headers: Type.Object({
      host: Type.Optional(Type.String({ maxLength: 300 })),
      "x-forwarded-proto": Type.Optional(Type.String({ maxLength: 100 })),
    }),
  },
  output: text("application/rss+xml; charset=utf-8", { cacheControl: "private, no-cache" }),
  errors: [newsErrors.unknownFeed, newsErrors.feedTooFast],
  beyondSpec: true,
  examples: [{ name: "an address that there is not", path: { token: "unknown" }, status: 404 }],

  async run(deps: NewsDeps & LimiterDeps & ApiUrlDeps & ClockDeps, { input: { path, headers } }) {
    const { news, newsRules, limiter, apiUrl, clock } = deps;
    const now = clock.now();
    const feed = await news.findFeed(hashSecret(path.token), now);
    if (!feed) throw newsErrors.unknownFeed();
    const key = `trading:news feed:${feed.keywordId}`;
    const { allowed, retryAfterSeconds: seconds } = await limiter.consume({
      key,
      requests: A_MINUTE,
      windowSeconds: 60,
    });
    if (!allowed) throw newsErrors.feedTooFast({ seconds }, { headers: { "Retry-After": String(seconds) } });
    const lateMs = feed.planId === FREE_PLAN.id ? LATE_NEWS_MS : 0;
    const { languages } = newsRules;
    const shown = { languages, until: plusMillis(now, -lateMs), limit: ARTICLES };
    const articles = await news.listFeed(feed.keywordId, shown);
    const base = publicApiUrl(apiUrl, headers);
    return rssOf(
      {
        title: `News: ${feed.name}`,
        description: `Articles in which "${feed.name}" was found`,
        link: URL.canParse(base) ? new URL(base).origin : base,
        self: `${base}/public/trending-news-feed/${path.token}`,
        ttlMinutes: TTL_MINUTES,
      },
      articles.map((article) => ({
        guid: `news:${article.id}`,
        title: article.title,
        link: article.url,
        description: article.brief,
        source: article.source,
        categories: article.keywords,
        publishedMs: toMillis(article.publishedAt),
      })),
    );
  },
});
