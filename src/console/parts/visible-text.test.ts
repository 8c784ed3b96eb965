import { expect, test } from "vitest";
import { isTypedAs, wordToType, visibleText } from "./visible-text.ts";

test.each([
  ["Anna Rex", "Anna Rex"],
  [" Anna \t Rex ", "Anna Rex"],
  ["An\u200bna\u202e", "Anna"],
  ["\u3164", ""],
  ["\u2800 \u00a0", ""],
  ["小明", "小明"],
  ["<b>Bold</b>", "<b>Bold</b>"],
])("of %j a person sees %j", (name, seen) => {
  expect(visibleText(name)).toBe(seen);
});

test("a name is typed as it is seen, or pasted as it is", () => {
  expect(isTypedAs("Anna  Rex\u3164 ", "Anna Rex")).toBe(true);
  expect(isTypedAs("Anna  Rex\u3164 ", "Anna  Rex\u3164 ")).toBe(true);
  expect(isTypedAs("Anna Rex", "anna rex")).toBe(false);
  expect(isTypedAs("Anna Rex", "")).toBe(false);
  // Nothing can be seen of it, so an empty field does not confirm it.
  expect(isTypedAs("\u3164", "")).toBe(false);
  expect(isTypedAs("", "")).toBe(false);
});

test("what has no name that can be seen is confirmed by the word of the button", () => {
  expect(wordToType("Anna Rex", "Delete")).toBe("Anna Rex");
  for (const name of ["", " ", "\u3164"]) expect(wordToType(name, "Delete")).toBe("Delete");
});
