import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withoutTrailing } from "./without-trailing.ts";

describe("withoutTrailing", () => {
  test.each([
    ["https://example.com//", "/", "https://example.com"],
    ["1.500", "0", "1.5"],
    ["io.example/weather.-.", ".-", "io.example/weather"],
    ["000", "0", ""],
    ["", "0", ""],
    ["0a", "0", "0a"],
  ])("takes off what %j has of %j at its end", (text, characters, expected) => {
    expect(withoutTrailing(text, characters)).toBe(expected);
  });

  test("always keeps the beginning of the text, and none of these characters at its end", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "/", "0") }), (text) => {
        const rest = withoutTrailing(text, "/0");
        expect(text.startsWith(rest)).toBe(true);
        expect(/[/0]$/.test(rest)).toBe(false);
        expect(text.slice(rest.length)).toMatch(/^[/0]*$/);
      }),
    );
  });
});
