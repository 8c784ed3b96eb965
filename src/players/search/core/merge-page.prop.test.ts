import * as fc from "fast-check";
import { expect, test } from "vitest";
import { mergePage } from "./merge-page.ts";

const ids = fc.uniqueArray(fc.nat(12), { maxLength: 12 });

test("the pages of a search show each subject once, those named first, and as many as each page says", () => {
  fc.assert(
    fc.property(
      ids,
      fc.uniqueArray(fc.nat(12), { maxLength: 3 }),
      fc.integer({ min: 1, max: 5 }),
      (all, some, limit) => {
        const [found, named] = [all, some].map((list) => list.map((id) => ({ id: BigInt(id) })));
        const pages = Array.from({ length: Math.max(1, Math.ceil(all.length / limit)) }, (_, page) =>
          mergePage({
            named: named ?? [],
            found: (found ?? []).slice(page * limit, (page + 1) * limit),
            foundTotal: all.length,
            foundAndNamed: all.filter((id) => some.includes(id)).length,
            isFirst: page === 0,
          }),
        );
        const shown = pages.flatMap((page) => page.shown.map(({ id }) => Number(id)));
        expect(shown).toEqual([...some, ...all.filter((id) => !some.includes(id))]);
        expect(pages.map(({ total }) => total)).toEqual(pages.map(() => shown.length));
      },
    ),
  );
});
