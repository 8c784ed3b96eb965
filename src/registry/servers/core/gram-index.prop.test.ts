import fc from "fast-check";
import { expect, test } from "vitest";
import { GramIndex } from "./gram-index.ts";

const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "/"), maxLength: 8 });

test("candidates hold every owner whose text contains the search, or there are none to tell", () => {
  fc.assert(
    fc.property(fc.array(text), text, fc.integer({ min: 1, max: 6 }), (texts, search, common) => {
      const index = new GramIndex<number>(common);
      for (const [owner, each] of texts.entries()) index.add(each, owner);
      const candidates = index.candidates(search);
      if (!candidates) return;
      for (const [owner, each] of texts.entries()) if (each.includes(search)) expect(candidates).toContain(owner);
    }),
    { numRuns: 1_000 },
  );
});

test("a run that is common is not looked for in lists", () => {
  const index = new GramIndex<string>(2);
  for (const owner of ["one", "two", "three"]) index.add(`${owner} abc`, owner);
  expect(index.candidates("abc")).toBeUndefined();
  expect(index.candidates("two abc")).toEqual(["two"]);
  expect(index.candidates("abx")).toEqual([]);
});

test("one character tells no owners apart, two do", () => {
  const index = new GramIndex<string>();
  index.add("ab", "one");
  expect(index.candidates("a")).toBeUndefined();
  expect(index.candidates("ab")).toEqual(["one"]);
  expect(index.candidates("ba")).toEqual([]);
});
