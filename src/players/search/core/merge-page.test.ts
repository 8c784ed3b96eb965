import { expect, test } from "vitest";
import { mergePage } from "./merge-page.ts";

const subjects = (...ids: number[]) => ids.map((id) => ({ id: BigInt(id) }));
const counts = { foundTotal: 3, foundAndNamed: 0 };

test.each([
  ["shows what is found", [], [1, 2], true, { ...counts }, [1, 2], 3],
  ["begins with players named by an identifier", [9], [1, 2], true, { ...counts }, [9, 1, 2], 4],
  ["that is not the first leaves that out", [9], [3], false, { ...counts }, [3], 4],
  ["shows a player found in both ways once", [2], [1, 2], true, { ...counts, foundAndNamed: 1 }, [2, 1], 3],
  ["leaves out players of the first page", [3], [3], false, { ...counts, foundAndNamed: 1 }, [], 3],
  ["keeps the order of those named", [9, 8], [1], true, { foundTotal: 1, foundAndNamed: 0 }, [9, 8, 1], 3],
  ["of nothing is empty", [], [], true, { foundTotal: 0, foundAndNamed: 0 }, [], 0],
])("a page %s", (_what, named, found, isFirst, totals, shown, total) => {
  const page = mergePage({ named: subjects(...named), found: subjects(...found), isFirst, ...totals });
  expect(page).toEqual({ shown: subjects(...shown), total });
});
