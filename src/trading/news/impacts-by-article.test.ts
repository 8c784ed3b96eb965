/**
 * Price moves had one row for each time, and have one for each article: stored ones stay, also for a process of the
 * former release.
 */
import { copyFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrationRooms, testDatabase } from "../../../test/support/database.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { silentLog } from "../../kit/log/log.ts";
import { migrate } from "../../kit/sql/migrate.ts";
import { fromMillis } from "../../kit/time/instant.ts";
import { HORIZONS } from "./core/impact.ts";
import { knownNewsStore } from "./sql/known-news.ts";
import { impactStore } from "./sql/impact-store.ts";
import { newsStore } from "./sql/news-store.ts";
import type { ImpactData } from "./store.ts";

const { db, connection } = await testDatabase({ rooms: [] });
const NOW = Date.parse("2026-03-01T12:00:00Z");

/** The migrations of before, in a folder of their own. */
async function olderRooms() {
  const folder = await temporaryFolder();
  const [kit, trading] = migrationRooms(["kit", "trading"]);
  if (!kit || !trading) throw new Error("both have migrations");
  const files = (await readdir(trading.folder)).toSorted();
  const next = files.findIndex((name) => name.endsWith("_news_impacts_by_article.sql"));
  await mkdir(join(folder.path, "trading"));
  for (const name of files.slice(0, next))
    await copyFile(join(trading.folder, name), join(folder.path, "trading", name));
  return { rooms: [kit, { room: "trading", folder: join(folder.path, "trading") }], remove: () => folder.remove() };
}

function dataOf(article: number, seconds: number): ImpactData {
  const number = `${article}.${String(seconds).padStart(8, "0")}`;
  const values = {
    before: number,
    after: "60010.50000000",
    difference: "-10.50000000",
    usual: "30.00000000",
    z: -0.24,
  };
  return {
    btcusdt: { status: "compiled", pair: "BTC/USDT", ...values },
    ethusdt: {
      status: "no recorded price",
      pair: "ETH/USDT",
      before: "",
      after: "",
      difference: "",
      usual: null,
      z: null,
    },
  };
}

/** As a process of the former release keeps what it has measured. */
async function keepAsBefore(article: number, seconds: number): Promise<number> {
  const rows = await db.query<{ seconds: number }>({
    name: "test.keepAsBefore",
    text: `with given as (
        select article_id, seconds, data
        from unnest($1::bigint[], $2::integer[], $3::jsonb[]) as given (article_id, seconds, data)
      ), taken as (
        delete from trading.news_impact_dues d using given g
        where d.article_id = g.article_id and d.seconds = g.seconds returning d.article_id, d.seconds
      )
      insert into trading.news_impacts (article_id, seconds, data, measured_at)
      select article_id, seconds, g.data, $4 from given g join taken using (article_id, seconds)
      returning article_id, seconds`,
    values: [[article], [seconds], [JSON.stringify(dataOf(article, seconds))], new Date(NOW + seconds).toISOString()],
  });
  return rows.length;
}

/** As a process of the former release reads it. */
async function readAsBefore(articles: readonly number[]) {
  const rows = await db.query<{ article_id: number; seconds: number; data: string }>({
    name: "test.readAsBefore",
    text: "select article_id, seconds, data from trading.news_impacts where article_id = any ($1::bigint[])",
    values: [articles],
  });
  return new Map(rows.map((row) => [`${row.article_id} ${row.seconds}`, JSON.parse(row.data)]));
}

test("impacts of before the migration, of processes of before and of new ones are all there, the same to the digit", async () => {
  const older = await olderRooms();
  await migrate(connection, older.rooms, { log: silentLog() });
  const articles = await db.query<{ id: number }>({
    name: "test.articles",
    text: `with made as (
        insert into trading.news_articles (source, url, domain, title, brief, author, image, language, first_seen_at,
          published_at, impact_at, keywords, currencies, codes, words, tones)
        select 'A', 'https://e.com/' || n, 'e.com', 'T', '', '', '', 'en', $1, $1, $1, '{}', '{}', '{}', '', '[]'
        from generate_series(1, 3) as n returning id
      ), due as (
        insert into trading.news_impact_dues (article_id, seconds, due_at)
        select id, seconds, $1::timestamptz from made, unnest($2::integer[]) as seconds
      )
      select id from made order by id`,
    values: [new Date(NOW).toISOString(), HORIZONS],
  });
  const [first = 0, second = 0, third = 0] = articles.map(({ id }) => id);
  const expected = new Map<string, ImpactData>();
  const keep = async (article: number, seconds: number): Promise<void> => {
    expect(await keepAsBefore(article, seconds)).toBe(1);
    expect(await keepAsBefore(article, seconds)).toBe(0);
    expected.set(`${article} ${seconds}`, dataOf(article, seconds));
  };
  for (const seconds of HORIZONS) await keep(first, seconds);
  for (const seconds of [600, 120]) await keep(second, seconds);

  await migrate(connection, migrationRooms(["kit", "trading"]), { log: silentLog() });
  await older.remove();
  expect(await readAsBefore([first, second])).toEqual(expected);
  // A process of before goes on, also with an article that has no row, and takes turns with a new one.
  await keep(second, 300);
  await keep(third, 120);
  const impacts = impactStore(db);
  const dues = (await impacts.listDue(fromMillis(NOW), 100)).filter(({ articleId }) => articleId !== first);
  const measured = dues.map((due) => ({ due, data: dataOf(due.articleId, due.seconds) }));
  expect(await impacts.saveImpacts(measured, fromMillis(NOW))).toBe(14 - 4);
  expect(await impacts.saveImpacts(measured, fromMillis(NOW))).toBe(0);
  for (const { due, data } of measured) expected.set(`${due.articleId} ${due.seconds}`, data);
  expect(await readAsBefore([first, second, third])).toEqual(expected);

  const shown = await newsStore(db).listArticles({
    from: fromMillis(NOW - 1),
    to: fromMillis(NOW + 1),
    languages: ["en"],
    keywordTerms: undefined,
    titleTerms: undefined,
    briefTerms: undefined,
    excludedTerms: undefined,
    keywordId: undefined,
    beforeId: undefined,
    limit: 10,
    hasSubscription: true,
  });
  const read = shown.flatMap(({ id, impacts: ofArticle }) =>
    [...ofArticle].map(([seconds, data]): [string, ImpactData] => [`${id} ${seconds}`, JSON.parse(data)]),
  );
  expect(new Map(read)).toEqual(expected);
  expect(shown.flatMap(({ due }) => due)).toEqual([]);
  const asked = HORIZONS.map((seconds) => ({ articleId: first, seconds }));
  const moves = await knownNewsStore(db).listMoves(asked);
  expect(new Map(moves.map(({ seconds, measuredMs }) => [seconds, measuredMs]))).toEqual(
    new Map(HORIZONS.map((seconds) => [seconds, NOW + seconds])),
  );
});
