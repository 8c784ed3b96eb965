/** Records of the news, and of what they did to prices. */
import { LRUCache } from "lru-cache";
import { Type, type Static } from "typebox";
import { utf8Of, type LatePiece } from "../../kit/text/utf8-of.ts";
import { toMillis, toSeconds } from "../../kit/time/instant.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import { HORIZONS, type Horizon } from "./core/impact.ts";
import { impactStart, unpackedPiece, type KnownArounds } from "./core/packed-impacts.ts";
import { seconds } from "../shapes.ts";
import type { FollowedKeyword, KeywordNotify } from "./keyword-store.ts";
import type { ListedArticle, StoredArticle } from "./store.ts";

/** How the price of one pair changed. */
export const pairImpact = Type.Object({
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

/** One tone of a title. */
export const tone = Type.Object({ tone_id: Type.String(), tone_name: Type.String(), score: Type.Number() });

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

/** By which ways its user is notified of articles that have a keyword. */
export const notifyWays = Type.Enum(["none", "email", "telegram", "both"], {
  description: "By mail to the verified address, by the bot of alerts/telegram-edit, or both",
});

/** A keyword that a user follows. */
export const followedKeyword = Type.Object(
  {
    keywordid: Type.String(),
    name: Type.String(),
    articles: Type.Integer(),
    last_match: Type.Union([Type.Integer(), Type.Null()]),
    time_created: Type.Integer(),
    notify: notifyWays,
    feed: Type.Union(
      [Type.Object({ time_created: seconds, time_read: Type.Union([seconds, Type.Null()]) }), Type.Null()],
      {
        description: "Whether it has an address for feed readers, and when that was read, to the hour",
      },
    ),
  },
  { title: "FollowedKeyword" },
);

/** How days are written. Each is made once: to make one takes far longer than to use it. */
const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" });
const LONG_DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

interface WrittenDay {
  readonly day: string;
  readonly format1: string;
  readonly format2: string;
}

/** A page is mostly of one day. */
const days = new LRUCache<number, WrittenDay>({ max: 100 });

function dayOf(ms: number): WrittenDay {
  const number = Math.floor(ms / DAY_MS);
  const known = days.get(number);
  if (known) return known;
  const at = new Date(ms);
  const written = { day: WEEKDAY.format(at), format1: at.toISOString().slice(0, 10), format2: LONG_DATE.format(at) };
  days.set(number, written);
  return written;
}

/** Nearly all articles of a day have the same pairs. */
const arounds: KnownArounds = new LRUCache<string, ReturnType<KnownArounds["get"]> & {}>({ max: 500 });

/** More articles at once would be beyond the processor's cache. */
const WRITTEN_AT_ONCE = 16;

/**
 * Articles as callers see them (`newsItem`), as a JSON list in parts. The price moves after them need a subscription. For
 * a thousand articles they are ten megabytes: they are unpacked where they will stand, or inserted as they were written
 * when they were measured. To parse them would take longer than all the rest.
 */
export function articlesJson(articles: readonly ListedArticle[], hasSubscription: boolean): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let from = 0; from < articles.length; from += WRITTEN_AT_ONCE) {
    const some = articles.slice(from, from + WRITTEN_AT_ONCE);
    const pieces = some.flatMap((article, at) => [
      from + at === 0 ? "[" : ",",
      ...articlePieces(article, hasSubscription, article.packed),
    ]);
    parts.push(utf8Of(pieces));
  }
  return [...parts, Buffer.from(articles.length === 0 ? "[]" : "]")];
}

/** One of them. */
export function articleJson(article: StoredArticle, hasSubscription: boolean): string {
  return utf8Of(articlePieces(article, hasSubscription)).toString();
}

/** What prices did is long: it stands as it was written, or is unpacked in its place. */
function articlePieces(
  article: StoredArticle,
  hasSubscription: boolean,
  packed?: string,
): readonly (string | LatePiece)[] {
  const members: Omit<Static<typeof newsItem>, `price_impact_${Horizon}s`> = {
    id: String(article.id),
    date: { time_published: String(toSeconds(article.publishedAt)), ...dayOf(toMillis(article.publishedAt)) },
    title: article.title,
    brief: article.brief,
    keywords: article.keywords.join(","),
    url: article.url,
    source: article.source,
    image: article.image,
    domain: article.domain,
    author: article.author,
    tone: { status: "completed", data: viewTones(article) },
    language: article.language,
    echoes: article.echoes,
    time_seen: toSeconds(article.firstSeenAt),
    time_edited: article.editedAt === undefined ? null : toSeconds(article.editedAt),
  };
  const head = JSON.stringify(members).slice(0, -1);
  if (hasSubscription && packed !== undefined) return [head, unpackedPiece(packed, arounds), "}"];
  const moves = HORIZONS.flatMap((horizon) => {
    const [status, data] = impactOf(article, horizon, hasSubscription);
    return [impactStart(horizon, status), data, "}"];
  });
  return [head, ...moves, "}"];
}

/** The status, and what prices did as JSON. */
function impactOf(
  { impacts, due }: StoredArticle,
  horizon: Horizon,
  isSubscribed: boolean,
): readonly [status: string, data: string] {
  if (!isSubscribed) return ["subscription required", "[]"];
  if (due.includes(horizon)) return ["Still processing.", "[]"];
  return ["completed", impacts.get(horizon) ?? "{}"];
}

/** The tones of an article, as callers see them. */
export function viewTones({ tones }: Pick<StoredArticle, "tones">): Static<typeof tone>[] {
  return tones.map(({ tone: id, score }) => ({
    tone_id: id,
    tone_name: `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`,
    score,
  }));
}

/** A keyword as its owner sees it. */
export function viewKeyword(keyword: FollowedKeyword): Static<typeof followedKeyword> {
  const { feed, lastMatchAt } = keyword;
  return {
    keywordid: String(keyword.id),
    name: keyword.name,
    articles: keyword.articles,
    last_match: lastMatchAt === undefined ? null : toSeconds(lastMatchAt),
    time_created: toSeconds(keyword.createdAt),
    notify: viewNotify(keyword.notify),
    feed: feed
      ? {
          time_created: toSeconds(feed.createdAt),
          time_read: feed.readAt === undefined ? null : toSeconds(feed.readAt),
        }
      : null,
  };
}

/** Both ways as one word. */
export function viewNotify({ email, telegram }: KeywordNotify): Static<typeof notifyWays> {
  if (email && telegram) return "both";
  return email ? "email" : telegram ? "telegram" : "none";
}

/** Reads what `viewNotify` has written. */
export function notifyOf(ways: Static<typeof notifyWays>): KeywordNotify {
  return { email: ways === "email" || ways === "both", telegram: ways === "telegram" || ways === "both" };
}
