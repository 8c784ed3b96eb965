import fc from "fast-check";
import { expect, test } from "vitest";
import { utf8Of } from "./utf8-of.ts";

test("texts become what they are when they are joined first, whatever stands in them", () => {
  const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary-ascii", minLength: 500 }));
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      expect(utf8Of(texts).equals(Buffer.concat(texts.map((each) => Buffer.from(each))))).toBe(true);
    }),
  );
});
