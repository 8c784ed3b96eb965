import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tellingPage } from "./telling-page.ts";

interface Row {
  readonly tellingId: number;
  readonly uid: number;
  readonly keyword: number;
}

/** Asks page after page, as the store does. */
function tellAll(rows: readonly Row[], ids: readonly number[], most: number): { told: Row[]; pages: number } {
  const [told, waiting, afterUid]: [Row[], Set<number>, Map<number, number>] = [[], new Set(ids), new Map()];
  let pages = 0;
  while (waiting.size > 0) {
    const left = [...waiting].toSorted((one, other) => one - other);
    const asked = rows.filter(({ tellingId, uid }) => waiting.has(tellingId) && uid > (afterUid.get(tellingId) ?? 0));
    const page = tellingPage(left, asked.slice(0, most), most);
    told.push(...page.told);
    for (const id of page.done) waiting.delete(id);
    if (page.partly) afterUid.set(page.partly.id, page.partly.afterUid);
    if (++pages > 1_000) throw new Error("it does not end");
  }
  return { told, pages };
}

describe("a page of followers", () => {
  test("after a page, every follower is notified once, and the keywords of a user stay together", () => {
    const row = fc.record({ tellingId: fc.integer({ min: 1, max: 5 }), uid: fc.integer({ min: 1, max: 6 }) });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), fc.integer({ min: 12, max: 20 }), (given, most) => {
        const rows = given
          .map((each, keyword) => ({ ...each, keyword }))
          .toSorted((a, b) => a.tellingId - b.tellingId || a.uid - b.uid || a.keyword - b.keyword);
        // No user has so many keywords that they fill a page.
        fc.pre(
          rows.every(
            (one) => rows.filter((each) => each.tellingId === one.tellingId && each.uid === one.uid).length < most,
          ),
        );
        expect(tellAll(rows, [1, 2, 3, 4, 5], most).told).toEqual(rows);
      }),
      { numRuns: 500 },
    );
  });

  test("ends before the user whose keywords it may not have wholly", () => {
    const rows = [
      { tellingId: 1, uid: 1 },
      { tellingId: 2, uid: 1 },
      { tellingId: 2, uid: 2 },
    ];
    expect(tellingPage([1, 2, 3], rows, 3)).toEqual({
      told: rows.slice(0, 2),
      done: [1],
      partly: { id: 2, afterUid: 1 },
    });
    expect(tellingPage([1, 2, 3], rows, 4)).toEqual({ told: rows, done: [1, 2, 3], partly: undefined });
  });

  test("goes on where one user fills it", () => {
    const rows = Array.from({ length: 5 }, (_, keyword) => ({ tellingId: 1, uid: 1, keyword }));
    expect(tellAll(rows, [1], 3).told).toHaveLength(3);
  });
});
