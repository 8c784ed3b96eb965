import fc from "fast-check";
import { expect, test } from "vitest";
import { compareRecords, NAME_KINDS } from "./name-records.ts";
import { PendingNames } from "./pending-names.ts";
import { sortRecords } from "./segment-order.ts";

/** Long common beginnings and many equal names, so that all levels of the sorting are reached. */
const name = fc
  .tuple(
    fc.constantFrom("", "dark", "darkwolf", "darkwolfdark"),
    fc.string({ unit: fc.constantFrom(...Array.from("aAb小")), maxLength: 3 }),
  )
  .map((parts) => parts.join(""));

test("sorting by bytes gives the order of comparing", () => {
  const names = fc.array(fc.tuple(name, fc.nat(3), fc.constantFrom(...NAME_KINDS)), { minLength: 60, maxLength: 400 });
  fc.assert(
    fc.property(names, (batch) => {
      const pending = new PendingNames();
      for (const [text, subject, kind] of batch) pending.add(subject, kind, text);
      const order = Uint32Array.from(batch, (_, entry) => entry);
      sortRecords(pending, order);
      expect(new Set(order).size).toBe(batch.length);
      for (const [place, entry] of order.subarray(1).entries()) {
        expect(compareRecords(pending, order[place] ?? 0, pending, entry)).toBeLessThanOrEqual(0);
      }
    }),
    { numRuns: 60 },
  );
});
