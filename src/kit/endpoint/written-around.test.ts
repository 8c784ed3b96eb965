import fc from "fast-check";
import { expect, test } from "vitest";
import { writtenAround } from "./written-around.ts";

test("equals the JSON of the whole, whatever is beside the value", () => {
  const member = fc.oneof(fc.jsonValue(), fc.constant(undefined));
  fc.assert(
    fc.property(fc.jsonValue(), member, member, (value, before, after) => {
      const wrap = (data: unknown) => ({ before, data, after, 'a "name"': 1 });
      const [start, end] = writtenAround(wrap);
      expect(`${start}${JSON.stringify(value)}${end}`).toBe(JSON.stringify(wrap(value)));
    }),
  );
});

test("is alone where nothing is beside the value", () => {
  expect(writtenAround((data) => ({ data }))).toEqual(['{"data":', "}"]);
});
