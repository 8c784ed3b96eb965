import fc from "fast-check";
import { expect, test } from "vitest";
import { pageOfCombinations } from "./combinations.ts";

const code = fc.stringMatching(/^[ab]{1,2}-[xy]{1,3}$/);
const part = fc.oneof(fc.constant(""), fc.stringMatching(/^[abxy+-]{1,4}$/));

/** The list itself, as it should be. */
function listed(codes: readonly string[], text: string): string[] {
  return codes
    .flatMap((first, at) => codes.slice(at + 1).map((second) => `${first}+${second}`))
    .filter((combination) => combination.includes(text));
}

test("a page is a slice of the list, and the total its length", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(code, { maxLength: 12 }),
      part,
      fc.nat(80),
      fc.integer({ min: 1, max: 20 }),
      (found, text, offset, limit) => {
        const codes = found.toSorted();
        fc.pre((text.match(/\+/g) ?? []).length <= 1);
        const all = listed(codes, text);
        const page = pageOfCombinations(codes, text, { offset, limit });
        expect(page).toEqual({ combinations: all.slice(offset, offset + limit), total: all.length });
      },
    ),
  );
});

test("31 exchanges with 9,303 markets have 43,268,253 combinations, and the last of them can be asked for", () => {
  const codes = Array.from({ length: 9_303 }, (_, at) => `e-${String(at).padStart(5, "0")}`);
  const { combinations, total } = pageOfCombinations(codes, "", { offset: 43_268_252, limit: 10 });
  expect(total).toBe(43_268_253);
  expect(combinations).toEqual(["e-09301+e-09302"]);
});
