import fc from "fast-check";
import { expect, test } from "vitest";
import { utf8Of } from "./utf8-of.ts";

const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary-ascii", minLength: 500 }));

test("texts become what they are when they are joined first, whatever stands in them", () => {
  const piece = fc.record({ text, isLate: fc.boolean() });
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const written = utf8Of(pieces.map(({ text: one, isLate }) => (isLate ? lateOf(one) : one)));
      expect(written.equals(Buffer.concat(pieces.map(({ text: one }) => Buffer.from(one))))).toBe(true);
    }),
  );
});

test("a piece that is not as long as it says is an error, not a gap", () => {
  expect(() => utf8Of(["a", { ...lateOf("b"), length: 2 }, "c"])).toThrow("as long as it says");
});

function lateOf(one: string) {
  return {
    length: Buffer.byteLength(one),
    writeInto: (bytes: Buffer, start: number) => start + bytes.write(one, start),
  };
}
