import { expect, test } from "vitest";
import { storableText } from "./storable-text.ts";

test.each([
  ["plain text", 5, "plain"],
  ["a\u0000b", 2, "ab"],
  ["ab\u{1f600}", 4, "ab\u{1f600}"],
  ["ab\u{1f600}", 3, "ab\ufffd"],
  ["\ud83d!", 9, "\ufffd!"],
])("%j is cut to %d characters that can be stored", (text, maxLength, expected) => {
  expect(storableText(text, maxLength)).toBe(expected);
});
