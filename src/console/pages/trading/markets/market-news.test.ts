import { expect, test } from "vitest";
import { marksOfNews, moveAfter, numbered } from "./market-news.ts";

type Article = Parameters<typeof numbered>[0][number];
type Moved = Article["impact"]["data"][number];

function moved(seconds: number, difference: string): Moved {
  const status = difference === "" ? "no recorded price" : "compiled";
  return { seconds, status, pair: "BTC/USDT", before: "", after: "", difference, usual: null, z: null };
}

function article(time_published: number, ...data: Moved[]): Article {
  const texts = { title: "", brief: "", source: "", url: "", keywords: "" };
  return { id: "1", ...texts, score: 1, time_published, tone: [], impact: { status: "completed", data } };
}

test("the newest article has number 1, and its mark says where the price went", () => {
  const articles = numbered([
    article(10, moved(900, "-1.50000000")),
    article(20, moved(900, "2.00000000"), moved(120, "-9.00000000")),
    article(15, moved(900, "")),
  ]);
  expect(marksOfNews(articles, 900)).toEqual([
    { ms: 20_000, place: "below", tone: "good", text: "1" },
    { ms: 15_000, place: "above", tone: "plain", text: "2" },
    { ms: 10_000, place: "above", tone: "bad", text: "3" },
  ]);
});

test("what was not measured is not taken for no move", () => {
  expect(moveAfter(article(1, moved(900, "")), 900)).toBeUndefined();
  expect(moveAfter(article(1, moved(120, "1.00000000")), 900)).toBeUndefined();
  expect(moveAfter(article(1, moved(120, "1.00000000")), 120)?.difference).toBe("1.00000000");
});
