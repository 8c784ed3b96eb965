/** The news as strategies' conditions know them: as first seen and as measured. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable } from "../../../kit/sql/database.ts";
import { runOfTable, type NumbersEnd } from "../../../kit/sql/numbers-end.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { toMillis, type Instant } from "../../../kit/time/instant.ts";
import type { MeasuredMove, SeenArticle } from "../core/news-timeline.ts";
import type { ToneScore } from "../core/tone.ts";
import type { KnownNewsStore } from "../known-news.ts";
import type { ImpactData } from "../store.ts";
import { readImpacts } from "./read-impacts.ts";

export function knownNewsStore(db: Queryable): KnownNewsStore {
  return {
    readEnd: () => readEnd(db),
    findLastSeenBefore: (since) => findLastSeenBefore(db, since),
    listSeen: (...asked) => listSeen(db, ...asked),
    listMoves: (asked) => listMoves(db, asked),
  };
}

/** How far the numbers go, and in which run of the server: numbers that went back show that moments were lost. */
async function readEnd(db: Queryable): Promise<NumbersEnd> {
  const [row] = await db.query<NumbersEnd>({
    name: "trading.readSeenNewsEnd",
    text: `select ${runOfTable("trading.news_first_sights")} as "serverRun", coalesce(max(article_id), 0) as newest from trading.news_first_sights`,
  });
  invariant(row, "a select of a maximum answers a row");
  return row;
}

/** From which article on everything was seen since a moment: by the index of times, since ids alone lead through all. */
async function findLastSeenBefore(db: Queryable, since: Instant): Promise<number> {
  const [row] = await db.query<{ id: number }>({
    name: "trading.findLastNewsSeenBefore",
    text: `select coalesce(
        (select article_id - 1 from trading.news_first_sights where seen_at > $1::timestamptz
          order by seen_at, article_id limit 1),
        (select max(article_id) from trading.news_first_sights), 0) as id`,
    values: [timestamp(since)],
  });
  return row?.id ?? 0;
}

/** Articles that name a currency, in the order in which they were first seen, by what they said then. */
async function listSeen(
  db: Queryable,
  afterId: number,
  languages: readonly string[],
  limit: number,
): Promise<SeenArticle[]> {
  const rows = await db.query<{
    article_id: number;
    seen_at: Instant;
    impact_at: Instant | null;
    currencies: string[];
    tones: string;
  }>({
    name: "trading.listSeenNews",
    text: `select article_id, seen_at, impact_at, currencies, tones from trading.news_first_sights
      where article_id > $1 and language = any ($2::text[]) order by article_id limit $3`,
    values: [afterId, languages, limit],
  });
  return rows.map((row) => ({
    id: row.article_id,
    seenMs: toMillis(row.seen_at),
    impactMs: row.impact_at === null ? undefined : toMillis(row.impact_at),
    currencies: row.currencies,
    tones: JSON.parse(row.tones) as ToneScore[],
  }));
}

/** The moves of these that are measured by now. */
async function listMoves(
  db: Queryable,
  asked: readonly { readonly articleId: number; readonly seconds: number }[],
): Promise<MeasuredMove[]> {
  const rows = await readImpacts(db, asked);
  return rows.map(({ article_id, seconds, data, measured_at }) => ({
    articleId: article_id,
    seconds,
    measuredMs: toMillis(measured_at),
    percents: percentsOf(JSON.parse(data) as ImpactData),
  }));
}

function percentsOf(data: ImpactData): ReadonlyMap<string, number | null> {
  const moves = Object.entries(data).map(([pair, { before, difference }]): [string, number | null] => [
    pair,
    difference === "" ? null : (Number(difference) / Number(before)) * 100,
  ]);
  return new Map(moves);
}
