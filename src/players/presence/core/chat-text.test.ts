import fc from "fast-check";
import { expect, test } from "vitest";
import { chatText } from "./chat-text.ts";

test.each([
  ["hello", "hello"],
  [" one\ntwo\r\nthree\u2028four\u0000 ", "one two  three four"],
  ["\u202Eevil\u2066 \u200Btext\uFEFF", "evil text"],
  ["\u{1F468}\u200D\u{1F469}\u200D\u{1F467} süß", "\u{1F468}\u200D\u{1F469}\u200D\u{1F467} süß"],
  ["half \uD83D of one", "half  of one"],
  ["<b>&amp;</b>", "<b>&amp;</b>"],
  [`${"a".repeat(19)}\u{1F600}`, "a".repeat(19)],
])("%j becomes %j", (text, plain) => {
  expect(chatText(text, 20)).toBe(plain);
});

test("whatever is written becomes one bounded line of whole characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.integer({ min: 1, max: 40 }), (text, most) => {
      const plain = chatText(text, most);
      expect(plain.length).toBeLessThanOrEqual(most);
      expect(plain).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(Buffer.from(plain, "utf8").toString("utf8")).toBe(plain);
    }),
  );
});
