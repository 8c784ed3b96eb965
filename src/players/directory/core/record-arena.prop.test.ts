import fc from "fast-check";
import { expect, test } from "vitest";
import { RecordArena } from "./record-arena.ts";

const write = fc.record({ record: fc.nat(30), length: fc.oneof(fc.nat(5), fc.nat(65_535)), fill: fc.nat(255) });

test("gives back what was put in last, through any number of changes", () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 300 }), (writes) => {
      const arena = new RecordArena();
      const model = new Map<number, Buffer>();
      for (const { record, length, fill } of writes) {
        const bytes = Buffer.alloc(length, fill);
        arena.set(record, bytes);
        model.set(record, bytes);
      }
      for (const [record, bytes] of model) {
        if (bytes.length === 0) expect(arena.get(record)).toBeUndefined();
        else expect(arena.get(record)?.equals(bytes)).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});

test("does not grow when records come and go", () => {
  const arena = new RecordArena();
  for (let round = 0; round < 200; round++) {
    for (let record = 0; record < 1_000; record++)
      arena.set(record, Buffer.alloc(100 + ((round + record) % 50), round));
  }
  expect(arena.byteLength).toBeLessThan(13 * 1024 * 1024);
  expect(arena.get(7)?.[0]).toBe(199);
});
