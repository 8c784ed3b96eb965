import fc from "fast-check";
import { expect, test } from "vitest";
import { GatheredBytes } from "./gathered-bytes.ts";

test("pieces of any size come out as they went in", () => {
  const size = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1_000, max: 1_100 }), fc.constant(17_000));
  fc.assert(
    fc.property(fc.array(size, { maxLength: 60 }), (sizes) => {
      const gathered = new GatheredBytes();
      const pieces = sizes.map((length, at) => Buffer.alloc(length, at + 1));
      for (const piece of pieces) gathered.add(piece);
      const whole = Buffer.concat(pieces);
      expect(gathered.size).toBe(whole.length);
      expect(gathered.take().equals(whole)).toBe(true);
      expect(gathered.take()).toHaveLength(0);
    }),
  );
});
