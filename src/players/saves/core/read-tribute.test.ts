import fc from "fast-check";
import { expect, test } from "vitest";
import { writeTribute } from "../../../../test/support/write-tribute.ts";
import { readTribute } from "./read-tribute.ts";
import { SaveError } from "./save-error.ts";

const ids = fc.array(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), { maxLength: 20 });

test("any lists are read as they were written; one byte more or fewer is refused", () => {
  fc.assert(
    fc.property(ids, ids, (playerIds, tribeIds) => {
      const bytes = writeTribute({ playerIds, tribeIds });
      expect(readTribute(bytes)).toEqual({ playerIds, tribeIds });
      expect(() => readTribute(Uint8Array.of(...bytes, 0))).toThrow(SaveError);
      for (let length = 0; length < bytes.length; length++) {
        expect(() => readTribute(bytes.subarray(0, length))).toThrow(SaveError);
      }
    }),
  );
});

test.each([-1, 2 ** 31 - 1, -(2 ** 31)])("%d ids are refused", (count) => {
  const bytes = writeTribute({ playerIds: [1n], tribeIds: [] });
  new DataView(bytes.buffer).setInt32(0, count, true);
  expect(() => readTribute(bytes)).toThrow(SaveError);
});

test("an id above int64 is refused", () => {
  expect(() => readTribute(writeTribute({ playerIds: [2n ** 63n], tribeIds: [] }))).toThrow(SaveError);
});
