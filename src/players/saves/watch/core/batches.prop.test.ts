import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutBatches } from "./batches.ts";

const items = fc.array(fc.record({ bytes: fc.nat(20) }), { maxLength: 40 });
const limits = fc.record({ maxFiles: fc.integer({ min: 1, max: 8 }), maxBytes: fc.integer({ min: 1, max: 50 }) });
const bytesOf = (batch: readonly { readonly bytes: number }[]) => batch.reduce((sum, { bytes }) => sum + bytes, 0);

describe("batches", () => {
  test("together are the list, in its order, and none is empty", () => {
    fc.assert(
      fc.property(items, limits, (list, within) => {
        const batches = cutBatches(list, within);
        expect(batches.flat()).toEqual(list);
        expect(batches.every((batch) => batch.length > 0)).toBe(true);
      }),
    );
  });

  test("keep to both limits, but for a single item that is too large, and are as full as those allow", () => {
    fc.assert(
      fc.property(items, limits, (list, within) => {
        const batches = cutBatches(list, within);
        for (const [index, batch] of batches.entries()) {
          expect(batch.length).toBeLessThanOrEqual(within.maxFiles);
          if (batch.length > 1) expect(bytesOf(batch)).toBeLessThanOrEqual(within.maxBytes);
          const next = batches[index + 1]?.[0];
          if (next) expect(batch.length === within.maxFiles || bytesOf([...batch, next]) > within.maxBytes).toBe(true);
        }
      }),
    );
  });
});
