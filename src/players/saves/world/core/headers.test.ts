import { describe, expect, test } from "vitest";
import { asaHeaderBytes } from "../../../demo/world/asa-world.ts";
import { aseWorldBytes } from "../../../demo/world/ase-world.ts";
import { parseAsaHeader } from "./asa-header.ts";
import { parseAseHeader } from "./ase-header.ts";
import { WorldError } from "./error.ts";

const ASA = { gameTimeSeconds: 123_456.75, mapParts: ["TheIsland_WP", "狼_WP"], names: ["Dodo", "Größe"] };
const ASE = { gameTimeSeconds: 123_456.75, saveCount: 7, mapParts: ["TheIsland", "TheIsland_Caves"] };

describe("the header of an ASA world", () => {
  test("is read as the game writes it", () => {
    // version 14, packages 522 and 1013, names at 54, game time 2.5, one part "Isle", one name 3 "x"
    const hex =
      "0e00" +
      "0a020000" +
      "f5030000" +
      "33000000" +
      "0000000000000440" +
      "00000000" +
      "01000000" +
      "05000000" +
      "49736c6500" +
      "ffffffff" +
      "0000000000000000" +
      "01000000" +
      "03000000" +
      "02000000" +
      "7800";
    expect(parseAsaHeader(Buffer.from(hex, "hex"))).toEqual({ version: 14, gameTimeSeconds: 2.5, mapParts: ["Isle"] });
  });

  test.each([11, 12, 13, 14])("is read in version %i", (version) => {
    expect(parseAsaHeader(asaHeaderBytes({ ...ASA, version }))).toEqual({
      version,
      gameTimeSeconds: ASA.gameTimeSeconds,
      mapParts: ASA.mapParts,
    });
  });

  test.each([10, 15, -1])("is refused as unknown in version %i", (version) => {
    const bytes = asaHeaderBytes(ASA);
    bytes.writeInt16LE(version, 0);
    expect(kindOf(() => parseAsaHeader(bytes))).toBe("unsupported");
  });

  test("is refused wherever its end is missing", () => {
    const whole = asaHeaderBytes(ASA);
    for (let end = 0; end < whole.length; end++) {
      expect([end, kindOf(() => parseAsaHeader(whole.subarray(0, end)))]).toEqual([end, "damaged"]);
    }
  });

  test.each([
    ["names before the file", (bytes: Buffer) => bytes.writeInt32LE(-1, 10)],
    ["names past the end", (bytes: Buffer) => bytes.writeInt32LE(0x7f_ff_ff_ff, 10)],
    ["a game time that is not a number", (bytes: Buffer) => bytes.writeDoubleLE(Number.NaN, 14)],
    ["a game time without end", (bytes: Buffer) => bytes.writeDoubleLE(Number.POSITIVE_INFINITY, 14)],
    ["a game time before the beginning", (bytes: Buffer) => bytes.writeDoubleLE(-1, 14)],
    ["less than no parts", (bytes: Buffer) => bytes.writeInt32LE(-1, 26)],
    ["more parts than can be there", (bytes: Buffer) => bytes.writeInt32LE(0x7f_ff_ff_ff, 26)],
    ["a text longer than the file", (bytes: Buffer) => bytes.writeInt32LE(0x7f_ff_ff_ff, 30)],
    ["the longest text of all", (bytes: Buffer) => bytes.writeInt32LE(-0x80_00_00_00, 30)],
    ["a text without an end", (bytes: Buffer) => bytes.writeUInt8(1, 34 + 12)],
    ["a text that is not UTF-8", (bytes: Buffer) => bytes.writeUInt8(0xff, 34)],
  ])("is refused for %s", (_, damage) => {
    const bytes = asaHeaderBytes(ASA);
    damage(bytes);
    expect(kindOf(() => parseAsaHeader(bytes))).toBe("damaged");
  });
});

describe("the header of an ASE world", () => {
  const parse = (bytes: Uint8Array) => parseAseHeader(bytes, bytes.length);

  test("is read as the game writes it", () => {
    // version 9, hibernation at 43, 0, names at 43, properties at 43, game time 2.5, 3rd save, one part "Isle"
    const hex =
      "0900" +
      "2b000000" +
      "00000000" +
      "2b000000" +
      "2b000000" +
      "00002040" +
      "03000000" +
      "01000000" +
      "05000000" +
      "49736c6500";
    expect(parseAseHeader(Buffer.from(hex, "hex"), 47)).toEqual({
      version: 9,
      gameTimeSeconds: 2.5,
      saveCount: 3,
      nameTableOffset: 43,
      mapParts: ["Isle"],
    });
  });

  test.each([5, 6, 7, 8, 9])("is read in version %i", (version) => {
    expect(parse(aseWorldBytes({ ...ASE, version }))).toMatchObject({
      version,
      gameTimeSeconds: ASE.gameTimeSeconds,
      mapParts: ASE.mapParts,
      saveCount: version === 9 ? 7 : undefined,
    });
  });

  test("is refused as unknown in the versions of -newsaveformat", () => {
    const bytes = aseWorldBytes(ASE);
    for (const version of [10, 11]) {
      bytes.writeInt16LE(version, 0);
      expect(() => parse(bytes)).toThrow(/-newsaveformat/);
      expect(kindOf(() => parse(bytes))).toBe("unsupported");
    }
  });

  test.each([0, 4, 64, 0x50_4b, -9])("is none when it begins with %i", (version) => {
    const bytes = aseWorldBytes(ASE);
    bytes.writeInt16LE(version, 0);
    expect(kindOf(() => parse(bytes))).toBe("notWorld");
  });

  test.each([6, 7, 8, 9])("is refused wherever the end of the file is missing, in version %i", (version) => {
    const whole = aseWorldBytes({ ...ASE, version });
    for (let end = 0; end < whole.length; end++) {
      expect([end, kindOf(() => parse(whole.subarray(0, end)))]).toEqual([end, "damaged"]);
    }
  });
});

function kindOf(parse: () => unknown): string {
  try {
    parse();
    return "read";
  } catch (error) {
    expect(error).toBeInstanceOf(WorldError);
    return (error as WorldError).kind;
  }
}
