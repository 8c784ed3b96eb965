import { describe, expect, test } from "vitest";
import { Cursor } from "./cursor.ts";
import { KnownNames, readCutText, readText } from "./fstring.ts";
import { SaveError } from "./save-error.ts";

/** A length, then bytes. */
function raw(length: number, ...bytes: number[]): Cursor {
  const field = new Uint8Array(4);
  new DataView(field.buffer).setInt32(0, length, true);
  return new Cursor(Uint8Array.of(...field, ...bytes));
}

const utf8 = (text: string): Cursor => raw(Buffer.byteLength(text) + 1, ...Buffer.from(text), 0);
const utf16 = (text: string): Cursor => raw(-text.length - 1, ...Buffer.from(text, "utf16le"), 0, 0);

describe("a text", () => {
  test.each([
    ["empty without a NUL", raw(0), ""],
    ["empty with a NUL", raw(1, 0), ""],
    ["empty and wide", raw(-1, 0, 0), ""],
    ["ASCII", utf8("Anna Rex"), "Anna Rex"],
    ["UTF-8", utf8("Jürgen 小明 😀"), "Jürgen 小明 😀"],
    ["UTF-16", utf16("Jürgen 小明 😀"), "Jürgen 小明 😀"],
    ["with a byte-order mark", utf16("\u{FEFF}x"), "\u{FEFF}x"],
    ["no UTF-8", raw(3, 0x41, 0xff, 0), "A\u{FFFD}"],
    ["half a surrogate pair", raw(-2, 0x3d, 0xd8, 0, 0), "\u{FFFD}"],
    ["with a NUL inside", raw(4, 0x41, 0, 0x42, 0), "A"],
    ["wide, with a NUL inside", raw(-4, 0x41, 0, 0, 0, 0x42, 0, 0, 0), "A"],
  ])("%s", (_, cursor, expected) => {
    expect(readText(cursor, 100)).toBe(expected);
    expect(cursor.at).toBe(cursor.bytes.length);
  });

  test.each([
    ["longer than the file", raw(5, 1, 2, 0)],
    ["of the largest length", raw(2 ** 31 - 1, 1, 2, 0)],
    ["of the smallest length", raw(-(2 ** 31), 1, 2, 0)],
    ["wide and longer than the file", raw(-3, 1, 0, 0, 0)],
    ["without its NUL", raw(2, 0x41, 0x42)],
    ["wide with half a NUL", raw(-2, 0x41, 0, 0, 1)],
    ["without a length", new Cursor(Uint8Array.of(1, 0))],
  ])("%s is refused", (_, cursor) => {
    expect(() => readText(cursor, 100)).toThrow(SaveError);
  });

  test.each([utf8, utf16])("longer than allowed is refused, or cut between characters", (write) => {
    expect(readText(write("a".repeat(10)), 10)).toHaveLength(10);
    expect(() => readText(write("a".repeat(11)), 10)).toThrow(SaveError);
    expect(readCutText(write("a".repeat(1_000)), 10)).toBe("a".repeat(10));
    expect(readCutText(write(`${"小".repeat(9)}😀小`), 10)).toBe("小".repeat(9));
    expect(readCutText(write("小".repeat(11)), 10)).toBe("小".repeat(10));
    const cursor = write("小".repeat(500));
    readCutText(cursor, 10);
    expect(cursor.at).toBe(cursor.bytes.length);
  });
});

describe("known names", () => {
  const names = new KnownNames(["None", "TribeID", "OwnerPlayerDataID", "PlayerID"]);

  test.each([
    ["TribeID", "TribeID"],
    ["TribeId", "TribeID"],
    ["ownerplayerdataid", "OwnerPlayerDataID"],
    ["PlayerID", "PlayerID"],
    ["PlayerIE", ""],
    ["TribeI$", ""],
    ["TribeIDs", ""],
    ["", ""],
    ["Überraschung", ""],
  ])("%j is %j", (text, expected) => {
    const cursor = /^[ -~]*$/.test(text) ? utf8(text) : utf16(text);
    expect(names.read(cursor)).toBe(expected);
    expect(cursor.at).toBe(cursor.bytes.length);
  });
});
