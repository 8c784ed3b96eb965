import fc from "fast-check";
import { expect, test } from "vitest";
import { mergedPage, unmergedRows } from "./merged-page.ts";

interface Item {
  readonly at: number;
  readonly name: string;
}

const list = (prefix: string) =>
  fc
    .array(fc.nat(20), { maxLength: 12 })
    .map((times): Item[] =>
      times.toSorted((one, other) => other - one).map((at, index) => ({ at, name: `${prefix}${String(index)}` })),
    );

test("the pages of two lists hold every entry once, newest first", () => {
  fc.assert(
    fc.property(list("long"), list("short"), fc.integer({ min: 1, max: 7 }), (long, short, limit) => {
      const found: Item[] = [];
      for (let offset = 0; offset < long.length + short.length + limit; offset += limit) {
        const rows = unmergedRows({ limit, offset }, short.length);
        const read = long.slice(rows.offset, rows.offset + rows.limit);
        found.push(...mergedPage(read, short, { limit, offset }, ({ at }) => at));
      }
      const whole = [...long, ...short].toSorted((one, other) => other.at - one.at);
      expect(found).toEqual(whole);
    }),
    { numRuns: 500 },
  );
});

test("only the rows are read that a page may need", () => {
  expect(unmergedRows({ limit: 10, offset: 0 }, 3)).toEqual({ limit: 10, offset: 0 });
  expect(unmergedRows({ limit: 10, offset: 1_000 }, 3)).toEqual({ limit: 13, offset: 997 });
});
