import fc from "fast-check";
import { expect, test } from "vitest";
import { writtenAround } from "./written-around.ts";

test("is what JSON would be of the whole, whatever stands beside the value", () => {
  const member = fc.oneof(fc.jsonValue(), fc.constant(undefined));
  fc.assert(
    fc.property(fc.jsonValue(), member, member, (value, before, after) => {
      const wrap = (data: unknown) => ({ before, data, after, 'a "name"': 1 });
      const [start, end] = writtenAround(wrap);
      expect(`${start}${JSON.stringify(value)}${end}`).toBe(JSON.stringify(wrap(value)));
    }),
  );
});

test("stands alone where nothing is beside the value", () => {
  expect(writtenAround((data) => ({ data }))).toEqual(['{"data":', "}"]);
});
