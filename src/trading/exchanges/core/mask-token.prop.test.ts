import fc from "fast-check";
import { expect, test } from "vitest";
import { maskToken } from "./mask-token.ts";

test("a token shows its ends when it is long, and nothing when it is short", () => {
  expect(maskToken("abcdefghijklmnop")).toBe("abcd****mnop");
  expect(maskToken("abcdefghijklmno")).toBe("****");
});

test("no more than half of a token is ever shown", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (token) => {
      const shown = Array.from(maskToken(token).replace("****", ""));
      expect(shown.length * 2).toBeLessThanOrEqual(Math.max(Array.from(token).length, 0));
    }),
  );
});
