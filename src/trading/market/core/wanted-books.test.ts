import { expect, test } from "vitest";
import { MAX_WANTED, WantedBooks, writeWanted } from "./wanted-books.ts";

test("a book is sent as long as one requesting process renews its request", () => {
  const wanted = new WantedBooks();
  expect(wanted.take(writeWanted("a", ["btcusdt", "ethusdt"]), 0)).toEqual(["btcusdt", "ethusdt"]);
  wanted.take(writeWanted("b", ["btcusdt"]), 3_000);
  wanted.sweep(6_000);
  expect([...wanted.all]).toEqual(["btcusdt", "ethusdt"]);
  wanted.sweep(6_001);
  expect([...wanted.all]).toEqual(["btcusdt"]);
  expect(wanted.take(writeWanted("b", []), 6_002)).toEqual([]);
  expect([...wanted.all]).toEqual([]);
});

test("a process's request replaces its earlier one, and is bounded", () => {
  const wanted = new WantedBooks();
  wanted.take(writeWanted("a", ["btcusdt"]), 0);
  const many = Array.from({ length: 600 }, (_, at) => `m${at}`);
  expect(wanted.take(["a", ...many].join("\n"), 0)).toHaveLength(MAX_WANTED);
  expect(wanted.all.has("btcusdt")).toBe(false);
  expect(writeWanted("a", many).split("\n")).toHaveLength(MAX_WANTED + 1);
  for (let owner = 0; owner < 200; owner++) wanted.take(writeWanted(`x${owner}`, [`y${owner}`]), 0);
  expect(wanted.all.size).toBe(MAX_WANTED + 99);
});
