import { expect, test } from "vitest";
import { markdownSpans } from "./markdown-spans.ts";

test.each([
  ["plain", [["text", "plain"]]],
  [
    "**A console**: at `/console`.",
    [
      ["strong", "A console"],
      ["text", ": at "],
      ["code", "/console"],
      ["text", "."],
    ],
  ],
  ["`a ** b`", [["code", "a ** b"]]],
  ["one ` mark", [["text", "one ` mark"]]],
  [
    "`a` and ` left",
    [
      ["code", "a"],
      ["text", " and ` left"],
    ],
  ],
  ["<img onerror=alert(1)>", [["text", "<img onerror=alert(1)>"]]],
])("the line %s is shown in its parts", (line, spans) => {
  expect(markdownSpans(line).map(({ kind, text }) => [kind, text])).toEqual(spans);
});
