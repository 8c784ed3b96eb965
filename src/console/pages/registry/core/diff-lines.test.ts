import * as fc from "fast-check";
import { expect, test } from "vitest";
import { diffLines } from "./diff-lines.ts";

const SIGNS = { same: " ", added: "+", removed: "-" };
const shown = (before: string, after: string) => diffLines(before, after).map(({ mark, text }) => SIGNS[mark] + text);

test("a changed line is removed and added between those that stay", () => {
  expect(shown("a\nb\nc\nd", "a\nx\nc\nd\ne")).toEqual([" a", "-b", "+x", " c", " d", "+e"]);
});

test("both texts can be read from the difference", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      const without = (mark: string) => lines.filter((line) => line.mark !== mark).map((line) => line.text);
      expect([without("added").join("\n"), without("removed").join("\n")]).toEqual([before, after]);
    }),
  );
});

test("texts that are too long to compare are shown as replaced", () => {
  const before = Array.from({ length: 3_000 }, (_, n) => `a${n}`).join("\n");
  expect(diffLines(before, before.replaceAll("a", "b"))).toHaveLength(6_000);
});
