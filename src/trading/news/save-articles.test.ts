/** Many articles are stored together, and each for itself where that is needed. */
import { describe, expect, test } from "vitest";
import { fromMillis } from "../../kit/time/instant.ts";
import { foundItem, newsWorld } from "../../../test/support/news-world.ts";
import { watchedDatabase } from "../../../test/support/watched-database.ts";
import { prepareArticle } from "./core/article.ts";
import { feedStore } from "./sql/news-store.ts";
import type { MatchedArticle } from "./store.ts";

const { world, store, finder, nowMs: NOW, lease, save, news, titles } = await newsWorld();
const { db } = world.platform;

/** Titles that have no word in common. */
const titleOf = (at: number): string => `Alpha${at} bravo${at} charlie${at} delta${at}`;

function matched(title: string, url: string, more: Partial<MatchedArticle> = {}): MatchedArticle {
  const prepared = prepareArticle(foundItem(title, url), { url: "https://e.com", language: "en" }, NOW);
  if (!prepared) throw new Error("the item is an article");
  return { ...prepared, ...finder.find(prepared), codes: ["simalpha-btcusdt"], ...more };
}

async function saveMatched(articles: readonly MatchedArticle[]) {
  const termVersion = await finder.load();
  return store.saveItems(lease(), { source: "A", articles, firstSeenAt: fromMillis(NOW), termVersion });
}

describe("a look", () => {
  test("asks the database as often for fifty articles as for two", async () => {
    const counted = async (from: number, count: number): Promise<string[]> => {
      const statements: string[] = [];
      const watched = watchedDatabase(db, { before: ({ name }) => void statements.push(name) });
      const articles = Array.from({ length: count }, (_, at) =>
        matched(titleOf(from + at), `https://e.com/${from + at}`),
      );
      // Half of them again under other addresses: echoes of the same look.
      const copies = articles
        .slice(0, count / 2)
        .map(({ title }, at) => matched(title, `https://e.com/copy/${from + at}`));
      const look = { source: "A", articles: [...articles, ...copies], firstSeenAt: fromMillis(NOW), termVersion: 1 };
      expect(await feedStore(watched).saveItems(lease(), look)).toEqual({
        added: count,
        echoes: count / 2,
        edited: 0,
        refused: 0,
      });
      return statements;
    };
    const few = await counted(0, 2);
    expect(await counted(100, 50)).toEqual(few);
    expect(few.length).toBeLessThan(10);
  });

  test("edits many at once, and keeps the former words of each", async () => {
    const items = (word: string) => [1, 2, 3].map((at) => foundItem(`${titleOf(at)} ${word}`, `https://e.com/${at}`));
    await save("A", items("before"));
    expect(await save("A", items("after"), NOW + 1_000)).toEqual({ added: 0, echoes: 0, edited: 3, refused: 0 });
    expect((await titles()).toSorted()).toEqual([1, 2, 3].map((at) => `${titleOf(at)} after`));
    const former = await db.query({ name: "test.former", text: "select title from trading.news_edits order by title" });
    expect(former).toEqual([1, 2, 3].map((at) => ({ title: `${titleOf(at)} before` })));
  });

  test("that lists an address twice shows what it lists last", async () => {
    const counts = await saveMatched([
      matched("Bitcoin rises above a level", "https://e.com/1"),
      matched("Ether falls below a level", "https://e.com/2"),
      matched("Bitcoin falls below a level", "https://e.com/1"),
    ]);
    expect(counts).toEqual({ added: 2, echoes: 0, edited: 1, refused: 0 });
    expect((await titles()).toSorted()).toEqual(["Bitcoin falls below a level", "Ether falls below a level"]);
  });

  test.each([0, 1, 3, 6])(
    "loses of seven articles the one alone that the database refuses, at place %i",
    async (bad) => {
      const articles = Array.from({ length: 7 }, (_, at) =>
        matched(titleOf(at), `https://e.com/${at}`, at === bad ? { author: "a\u0000b" } : {}),
      );
      // An echo of each, which is stored with it or after it.
      const echoes = articles.map(({ title }, at) => matched(title, `https://e.com/copy/${at}`));
      const counts = await saveMatched([...articles, ...echoes]);
      // The copy of the refused one is the story then.
      expect(counts).toEqual({ added: 7, echoes: 6, edited: 0, refused: 1 });
      const shown = await news();
      expect(shown.map(({ title }: { title: string }) => title).toSorted()).toEqual(
        articles.map(({ title }) => title).toSorted(),
      );
      const urls = new Set(shown.map(({ url }: { url: string }) => url));
      expect(urls.has(`https://e.com/${bad}`)).toBe(false);
      expect(urls.has(`https://e.com/copy/${bad}`)).toBe(true);
    },
  );

  test("numbers articles in the order in which they are listed", async () => {
    await saveMatched(Array.from({ length: 30 }, (_, at) => matched(titleOf(at), `https://e.com/${at}`)));
    const rows = await db.query<{ title: string }>({
      name: "test.inOrder",
      text: "select title from trading.news_articles order by id",
    });
    expect(rows.map(({ title }) => title)).toEqual(Array.from({ length: 30 }, (_, at) => titleOf(at)));
  });
});
