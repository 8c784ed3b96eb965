import { expect, test } from "vitest";
import { fromMillis } from "../../../kit/time/instant.ts";
import { noticeText, noticeTitle } from "./notice-text.ts";

const ARTICLE = {
  title: "Bitcoin rises",
  brief: "Old hands sell.",
  url: "https://wire.example/1",
  source: "Wire",
  publishedAt: fromMillis(Date.UTC(2026, 0, 2, 3, 4, 5)),
};

test("says what was published, where, when, and by which keywords it was found", () => {
  expect(noticeTitle(ARTICLE)).toBe("News: Bitcoin rises");
  const text = noticeText(ARTICLE, ["bitcoin", "halving"], { perDay: 20, isLast: false });
  expect(text.split("\n")).toEqual([
    "Bitcoin rises",
    "",
    "Old hands sell.",
    "",
    "https://wire.example/1",
    "Source: Wire",
    "Published: 2026-01-02T03:04:05Z",
    "Found by your keywords: bitcoin, halving",
    "",
    "public/trending-news-add-keyword with notify=none ends these messages for a keyword.",
  ]);
});

test("names some of many keywords, and says when it is the last of a day", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const text = noticeText({ ...ARTICLE, brief: "" }, names, { perDay: 20, isLast: true });
  expect(text).toContain("a, b, c, d, e and 2 more");
  expect(text).toContain("the last article of today by mail and Telegram: of an account 20 are sent on a day");
});
