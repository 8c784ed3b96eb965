import fc from "fast-check";
import { expect, test } from "vitest";
import { pageOfAll, rowsOf } from "./page.ts";

test("the pages of a list hold every item once, in order, and a page past the end holds none", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 }), (count, limit) => {
      const all = Array.from({ length: count }, (_, index) => index);
      const pages = Math.ceil(count / limit);
      const shown = Array.from({ length: pages }, (_, page) => pageOfAll(all, { limit, pagenumber: page + 1 }));
      expect(shown.flat()).toEqual(all);
      expect(shown.every((page) => page.length <= limit)).toBe(true);
      expect(pageOfAll(all, { limit, pagenumber: pages + 1 })).toEqual([]);
    }),
  );
});

test("the first page skips no row", () => {
  expect(rowsOf({ limit: 50, pagenumber: 1 })).toEqual({ limit: 50, offset: 0 });
  expect(rowsOf({ limit: 50, pagenumber: 3 })).toEqual({ limit: 50, offset: 100 });
});
