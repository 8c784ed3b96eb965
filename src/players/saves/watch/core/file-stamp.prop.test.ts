import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSameVersion, stampOf, versionOf, type FileVersion } from "./file-stamp.ts";

const version: fc.Arbitrary<FileVersion> = fc.record({
  sizeBytes: fc.nat(900_000_000_000_000),
  modifiedNs: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }),
  inode: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
});

describe("a stamp", () => {
  test("is the same version when it is read again", () => {
    fc.assert(
      fc.property(version, (one) => {
        expect(versionOf(stampOf(one))).toEqual(one);
      }),
    );
  });

  test("of two versions is the same exactly when the versions are", () => {
    const near = fc.record({
      sizeBytes: fc.nat(2),
      modifiedNs: fc.bigInt({ min: 0n, max: 2n }),
      inode: fc.bigInt({ min: 0n, max: 2n }),
    });
    fc.assert(
      fc.property(near, near, (one, other) => {
        expect(stampOf(one) === stampOf(other)).toBe(isSameVersion(one, other));
      }),
    );
  });

  test.each(["", "1:2", "1:2:3:4", "-1:2:3", "1:x:3", " 1:2:3", "1:2:3\n", `1:2:${"9".repeat(30)}`])(
    "that is invalid, %j, is read as nothing",
    (text) => {
      expect(versionOf(text)).toBeUndefined();
    },
  );
});
