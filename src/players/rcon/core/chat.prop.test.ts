import fc from "fast-check";
import { expect, test } from "vitest";
import { parseChat } from "./chat.ts";

test("any text is read without losing a word", () => {
  const lines = fc.array(fc.constantFrom("A", " (", "):", ")", " ", "b c", "\n", "é"), { maxLength: 30 });
  fc.assert(
    fc.property(lines, (parts) => {
      const text = parts.join("");
      const read = parseChat(text).map((line) =>
        line.kind === "other" ? line.text : `${line.platformName} (${line.characterName}):${line.text}`,
      );
      expect(read.join("").replaceAll(" ", "")).toBe(text.replaceAll(/\s/g, ""));
    }),
  );
});
