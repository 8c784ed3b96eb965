import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance, NaiveNameIndex } from "./name-index.naive.ts";
import { NameIndex, type SubjectFacts } from "./name-index.ts";
import { errorsAllowed, TypoMatcher } from "./typo-matcher.ts";

const facts: SubjectFacts = { isOnline: () => false, lastSeen: () => 0, id: BigInt };

/** Letters of one and two symbols, of ASCII and beyond. */
const letters = fc.array(fc.constantFrom(...Array.from("abcdmяж1")), { minLength: 4, maxLength: 13 });
const edit = fc.record({
  how: fc.constantFrom("insert", "remove", "change", "swap"),
  at: fc.nat(),
  letter: fc.constantFrom(...Array.from("abcdmяz7")),
});

function edited(name: readonly string[], { how, at, letter }: { how: string; at: number; letter: string }): string[] {
  const place = at % name.length;
  const [one = "", two = ""] = name.slice(place, place + 2);
  if (how === "insert") return name.toSpliced(place, 0, letter);
  if (how === "remove") return name.toSpliced(place, 1);
  if (how === "change") return name.toSpliced(place, 1, letter);
  return name.toSpliced(place, 2, two, one);
}

test("a name that is near enough is found wherever its errors are and whatever surrounds it", () => {
  const around = fc.constantFrom("", " ", "[x]", "a ", "_", "77", " b", ".c", "(", "zz");
  fc.assert(
    fc.property(
      fc.array(fc.tuple(letters, fc.array(edit, { minLength: 1, maxLength: 2 }), around, around), {
        minLength: 1,
        maxLength: 20,
      }),
      fc.nat(),
      (made, pick) => {
        const index = new NameIndex(facts, { mostPending: 2 });
        const naive = new NaiveNameIndex(facts);
        for (const [subject, [query, edits, before, after]] of made.entries()) {
          let name: string[] = query;
          for (const one of edits) if (name.length > 1) name = edited(name, one);
          const text = before + name.join("") + after;
          index.add(subject, "character", text);
          naive.add(subject, "character", text);
        }
        index.mergeStep(pick % 5000);
        const query = made[pick % made.length]?.[0].join("") ?? "";
        const options = { kinds: ["character"], limit: 50 } as const;
        expect(index.search(query, options)).toEqual(naive.search(query, options));
      },
    ),
    { numRuns: 1500 },
  );
});

test("the bits of the matcher count what the table of distances counts", () => {
  fc.assert(
    fc.property(letters, letters, fc.array(edit, { maxLength: 4 }), fc.boolean(), (query, other, edits, isFar) => {
      let name: string[] = isFar ? other : query;
      for (const one of edits) if (name.length > 1) name = edited(name, one);
      name = name.filter((one) => !/\d/u.test(one));
      const points = Int32Array.from(name, (one) => one.codePointAt(0) ?? 0);
      const matcher = new TypoMatcher(Int32Array.from(query, (one) => one.codePointAt(0) ?? 0));
      const isNear = editDistance(name, query) <= errorsAllowed(query.length);
      expect(matcher.matches(points, points.length)).toBe(isNear);
    }),
    { numRuns: 2000 },
  );
});

test("a query of 32 code points, which takes all bits of a number, forgives two errors and not three", () => {
  const query = Array.from("abcdefghijklmnopqrstuvwxyzäöüéèê");
  const matcher = new TypoMatcher(Int32Array.from(query, (one) => one.codePointAt(0) ?? 0));
  const matches = (name: readonly string[]): boolean => {
    return matcher.matches(
      Int32Array.from(name, (one) => one.codePointAt(0) ?? 0),
      name.length,
    );
  };
  expect(matches(query)).toBe(true);
  expect(matches(query.toSpliced(31, 1).toSpliced(0, 1))).toBe(true);
  expect(matches(query.toSpliced(30, 2, "ê", "è").toSpliced(0, 2, "b", "a"))).toBe(true);
  expect(matches(query.toSpliced(31, 1).toSpliced(15, 1, "x").toSpliced(0, 1))).toBe(false);
});
