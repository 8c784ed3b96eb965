/** Records of the news, and of what they did to prices. */
import { Type, type Static } from "typebox";
import { toMillis, toSeconds } from "../../kit/time/instant.ts";
import { HOUR_SECONDS } from "../../kit/time/spans.ts";
import type { Horizon } from "./core/impact.ts";

import { seconds } from "../shapes.ts";
import type { FollowedKeyword, StoredArticle } from "./store.ts";

const pairImpact = Type.Object({
  status: Type.String({ description: "`compiled`, or `no recorded price`: then the values are empty" }),
  pair: Type.String(),
  before: Type.String(),
  after: Type.String(),
  difference: Type.String(),
  usual: Type.Union([Type.String(), Type.Null()], {
    description: "Median move of the pair in as much time, in this hour of the last seven days; null where unknown",
  }),
  z: Type.Union([Type.Number(), Type.Null()], { description: "The difference as a multiple of what is usual" }),
});

const impact = Type.Object({
  status: Type.String({ description: "`completed`, `Still processing.` or `subscription required`" }),
  data: Type.Union([Type.Array(Type.Unknown(), { maxItems: 0 }), Type.Record(Type.String(), pairImpact)]),
});

const tone = Type.Object({ tone_id: Type.String(), tone_name: Type.String(), score: Type.Number() });

/** An article, with the price of pairs before it and some seconds after. */
export const newsItem = Type.Object(
  {
    id: Type.String(),
    date: Type.Object({
      time_published: Type.String({ description: "Seconds since 1970" }),
      day: Type.String({ description: "Of the week" }),
      format1: Type.String({ description: "YYYY-MM-DD" }),
      format2: Type.String({ description: "`1 July 2020`" }),
    }),
    title: Type.String(),
    brief: Type.String(),
    keywords: Type.String({ description: "What of the watchlist it names, separated by commas" }),
    url: Type.String(),
    source: Type.String(),
    image: Type.String(),
    domain: Type.String(),
    author: Type.String(),
    price_impact_120s: impact,
    price_impact_300s: impact,
    price_impact_600s: impact,
    price_impact_900s: impact,
    price_impact_1200s: impact,
    price_impact_1800s: impact,
    price_impact_3600s: impact,
    tone: Type.Object({ status: Type.String(), data: Type.Array(tone) }),
    language: Type.String({ description: "ISO 639-1" }),
    echoes: Type.Integer({ description: "How often it was published again, by this and other sources" }),
    time_seen: seconds,
    time_edited: Type.Union([seconds, Type.Null()]),
  },
  { title: "NewsItem" },
);

/** A word that somebody follows. */
export const followedKeyword = Type.Object(
  {
    keywordid: Type.String(),
    name: Type.String(),
    articles: Type.Integer(),
    last_match: Type.Union([Type.Integer(), Type.Null()]),
    time_created: Type.Integer(),
  },
  { title: "FollowedKeyword" },
);

/** An article as callers see it. What it did to prices is for those with a subscription. */
export function viewArticle(article: StoredArticle, hasSubscription: boolean): Static<typeof newsItem> {
  const published = new Date(toMillis(article.publishedAt));
  const shown = (horizon: Horizon): Static<typeof impact> => viewImpact(article, horizon, hasSubscription);
  return {
    id: String(article.id),
    date: {
      time_published: String(toSeconds(article.publishedAt)),
      day: published.toLocaleDateString("en-US", { weekday: "long", timeZone: "UTC" }),
      format1: published.toISOString().slice(0, 10),
      format2: published.toLocaleDateString("en-GB", {
        day: "numeric",
        month: "long",
        year: "numeric",
        timeZone: "UTC",
      }),
    },
    title: article.title,
    brief: article.brief,
    keywords: article.keywords.join(","),
    url: article.url,
    source: article.source,
    image: article.image,
    domain: article.domain,
    author: article.author,
    price_impact_120s: shown(120),
    price_impact_300s: shown(300),
    price_impact_600s: shown(600),
    price_impact_900s: shown(900),
    price_impact_1200s: shown(1200),
    price_impact_1800s: shown(1800),
    price_impact_3600s: shown(HOUR_SECONDS),
    tone: { status: "completed", data: article.tones.map(({ tone: id, score }) => toneOf(id, score)) },
    language: article.language,
    echoes: article.echoes,
    time_seen: toSeconds(article.firstSeenAt),
    time_edited: article.editedAt === undefined ? null : toSeconds(article.editedAt),
  };
}

function viewImpact({ impacts, due }: StoredArticle, horizon: Horizon, isSubscribed: boolean): Static<typeof impact> {
  if (!isSubscribed) return { status: "subscription required", data: [] };
  if (due.includes(horizon)) return { status: "Still processing.", data: [] };
  return { status: "completed", data: { ...impacts.get(horizon) } };
}

function toneOf(id: string, score: number): Static<typeof tone> {
  return { tone_id: id, tone_name: `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`, score };
}

/** A keyword as its owner sees it. */
export function viewKeyword({
  id,
  name,
  articles,
  lastMatchAt,
  createdAt,
}: FollowedKeyword): Static<typeof followedKeyword> {
  return {
    keywordid: String(id),
    name,
    articles,
    last_match: lastMatchAt === undefined ? null : toSeconds(lastMatchAt),
    time_created: toSeconds(createdAt),
  };
}
