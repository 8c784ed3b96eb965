import { expect, test } from "vitest";
import { FollowedBooks, MAX_SHOWN_BOOKS } from "./followed-books.ts";

test("books that callers look at take no place of those that are traded by", () => {
  const books = new FollowedBooks();
  const shown = Array.from({ length: MAX_SHOWN_BOOKS + 50 }, (_, at) => books.follow(`one-shown${at}`, "shown"));
  books.follow("other-market", "shown");
  const trading = books.follow("one-traded");
  const both = books.follow("one-shown3");
  expect(books.of("one").slice(0, 3)).toEqual(["traded", "shown3", "shown0"]);
  expect(books.of("one")).toHaveLength(2 + MAX_SHOWN_BOOKS);
  expect(books.of("one").at(-1)).toBe(`shown${MAX_SHOWN_BOOKS}`);
  // One that ends makes room for one that waits.
  shown[0]?.();
  shown[0]?.();
  expect(books.of("one").at(-1)).toBe(`shown${MAX_SHOWN_BOOKS + 1}`);
  trading();
  both();
  expect(books.of("one")).toHaveLength(MAX_SHOWN_BOOKS);
  for (const end of shown) end();
  expect(books.of("one")).toEqual([]);
});
