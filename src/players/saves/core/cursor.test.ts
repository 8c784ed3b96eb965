import { describe, expect, test } from "vitest";
import { Cursor } from "./cursor.ts";
import { SaveError } from "./save-error.ts";

const BYTES = Uint8Array.of(0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x80);

/** The error that `read` throws. */
function refused(read: () => unknown): SaveError {
  try {
    read();
  } catch (error) {
    if (error instanceof SaveError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

test("reads every kind of number, the lowest byte first, and moves on by its size", () => {
  const at = (offset: number): Cursor => {
    // A view into a larger buffer: offsets count from the view's beginning.
    const cursor = new Cursor(new Uint8Array([9, ...BYTES, 9]).subarray(1, 10));
    cursor.at = offset;
    return cursor;
  };
  const cursor = at(0);
  expect([cursor.uint8(), cursor.int8(), cursor.int16(), cursor.uint16(), cursor.at]).toEqual([1, -1, -1, 65_535, 6]);
  expect([at(0).int32(), at(1).int32(), at(1).uint32()]).toEqual([-255, -1, 4_294_967_295]);
  expect([at(1).int64(), at(1).uint64()]).toEqual([-0x7f00000000000001n, 0x80ffffffffffffffn]);
  expect(at(5).float32()).toBe(-2.350988561514728583455766e-38);
  expect(at(1).float64()).toBeCloseTo(-7.2911220195563975e-304, 318);
});

describe("what is not there", () => {
  test("a value beyond the file's end says that the file is cut short", () => {
    const cursor = new Cursor(BYTES);
    cursor.at = 6;
    expect(refused(() => cursor.int32())).toMatchObject({ reason: "cut_short", offset: 6 });
    expect(cursor.at).toBe(6);
    expect(cursor.take(3)).toBe(6);
  });

  test("a value beyond the end of its part says that the file is malformed", () => {
    const cursor = new Cursor(BYTES);
    cursor.end = 3;
    expect(refused(() => cursor.int32())).toMatchObject({ reason: "malformed", offset: 0 });
  });

  test.each([-1, -(2 ** 31), Number.NaN])("a length of %d is refused", (length) => {
    expect(() => new Cursor(BYTES).take(length)).toThrow(SaveError);
  });

  test("65,537 steps are too many", () => {
    const cursor = new Cursor(BYTES);
    for (let step = 0; step < 65_536; step++) cursor.step();
    expect(refused(() => cursor.step()).reason).toBe("too_much");
  });
});
