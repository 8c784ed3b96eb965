/** The frame of tar archives: what is written is read back, and damage is seen. */
import { describe, expect, test } from "vitest";
import { parseTarHeader, TAR_BLOCK, tarHeader, tarPadding } from "./tar.ts";

describe("a block before a file", () => {
  test("is read back", () => {
    const entry = { name: "tables/kit.leases/000001.gz", size: 8 ** 11 - 1 };
    expect(parseTarHeader(tarHeader(entry, 1_790_000_000))).toEqual(entry);
  });

  test("with any changed byte of its name, size or sum is not read", () => {
    const whole = tarHeader({ name: "a", size: 7 }, 0);
    for (const place of [0, 50, 124, 134, 148, 153, 257, 300]) {
      const damaged = Buffer.from(whole);
      damaged[place] = (damaged[place] ?? 0) ^ 1;
      expect(parseTarHeader(damaged), `byte ${place}`).toBeUndefined();
    }
    expect(parseTarHeader(whole.subarray(1))).toBeUndefined();
    expect(parseTarHeader(Buffer.alloc(TAR_BLOCK))).toBeUndefined();
  });

  test.each([
    ["", 1],
    ["a".repeat(101), 1],
    ["ä", 1],
    ["a\0b", 1],
    ["a", -1],
    ["a", 0.5],
    ["a", 8 ** 11],
  ])("is not made for the name %j and the size %d", (name, size) => {
    expect(() => tarHeader({ name, size }, 0)).toThrow(RangeError);
  });
});

test("what follows a content fills the last block", () => {
  expect([0, 1, 511, 512, 513].map(tarPadding)).toEqual([0, 511, 1, 0, 511]);
});
