import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { cutText, plainText } from "./plain-text.ts";

const piece = fc.oneof(
  fc.constantFrom(
    "<",
    ">",
    "</",
    "<!--",
    "-->",
    "<script>",
    "</script",
    "<b>",
    "&lt;",
    "&gt;",
    "&amp;",
    "&#60;",
    "&#x3c;",
  ),
  fc.constantFrom(
    "<![CDATA[",
    "]]>",
    "<img src=x onerror=alert(1)>",
    "\u202e",
    "\u0000",
    "\ud800",
    "\n",
    "é",
    "a",
    " ",
  ),
  fc.string({ maxLength: 6 }),
);
const markup = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

describe("plain text", () => {
  test("never has a tag, a control character or half a character, and is never too long", () => {
    fc.assert(
      fc.property(markup, fc.integer({ min: 2, max: 300 }), (text, most) => {
        const plain = plainText(text, most);
        expect(plain).not.toMatch(/<[a-z/!?]/i);
        expect(plain).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
        expect(plain).not.toMatch(/^\s|\s$|\s\s/);
        expect(plain.length).toBeLessThanOrEqual(most);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ["Bitcoin <b>surges</b> &amp; ether follows", "Bitcoin surges & ether follows"],
    ["&lt;script&gt;alert(1)&lt;/script&gt;Hello", "Hello"],
    ["<script>alert('<b>')</script >Hello", "Hello"],
    ["<p>One</p><p>Two</p>", "One Two"],
    ["1 < 2 and 3 > 2", "1 < 2 and 3 > 2"],
    ["<![CDATA[Fees]]> fall", "Fees]]> fall"],
    ["a\u202etxet\u0000 b", "atxet b"],
    ["&#8364;5 &euro;6 &unknown; &#0;", "€5 €6 &unknown;"],
    ["<style>p { color: red }</style>Text", "Text"],
    ["İİİİ<svg></SVG><b>Hello</b>", "İİİİ Hello"],
    ["", ""],
  ])("of %j is %j", (text, expected) => {
    expect(plainText(text, 300)).toBe(expected);
  });

  test("is made in time that grows with the text alone", () => {
    const silent = "<svg></svg>";
    for (const hostile of [
      "<".repeat(20_000),
      "<script>".repeat(2_500),
      "&".repeat(20_000),
      "<!--".repeat(5_000),
      `${silent.repeat(1_800)}€`,
      `${silent.repeat(3_600)}€`,
    ]) {
      const lowered = vi.spyOn(String.prototype, "toLowerCase");
      const { length } = plainText(hostile, 300);
      // Counted, not timed: what was copied to be lowered.
      const copied = lowered.mock.results.reduce((sum, { value }) => sum + String(value).length, 0);
      lowered.mockRestore();
      expect(length).toBeLessThanOrEqual(300);
      expect(copied).toBeLessThanOrEqual(hostile.length);
    }
  });
});

test("a text that is cut ends after a whole word, and with a sign of it", () => {
  expect(cutText("one two three four", 14)).toBe("one two three…");
  expect(cutText("abcdefghij", 5)).toBe("abcd…");
  expect(cutText("short", 5)).toBe("short");
});
