import fc from "fast-check";
import { expect, test } from "vitest";
import { IdTable } from "./id-table.ts";

const id = fc.oneof(fc.bigInt({ min: -5n, max: 40n }), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }));
const step = fc.oneof(
  fc.record({ kind: fc.constant("set"), id, place: fc.nat(1_000_000) }),
  fc.record({ kind: fc.constant("delete"), id, place: fc.constant(0) }),
);

test("finds what a Map finds, whatever comes and goes", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const table = new IdTable();
      const model = new Map<bigint, number>();
      for (const each of steps) {
        if (each.kind === "set") {
          table.set(each.id, each.place);
          model.set(each.id, each.place);
        } else {
          table.delete(each.id);
          model.delete(each.id);
        }
        expect(table.get(each.id)).toBe(model.get(each.id));
      }
      expect(table.size).toBe(model.size);
      for (const [known, place] of model) expect(table.get(known)).toBe(place);
    }),
  );
});

test("grows, and does not fill up with ids that have left", () => {
  const table = new IdTable();
  for (let n = 0; n < 20_000; n++) {
    table.set(BigInt(n), n);
    if (n >= 100) table.delete(BigInt(n - 100));
  }
  expect(table.size).toBe(100);
  expect(table.get(19_950n)).toBe(19_950);
  expect(table.get(5n)).toBeUndefined();
  expect(table.byteLength).toBeLessThan(100_000);
});
