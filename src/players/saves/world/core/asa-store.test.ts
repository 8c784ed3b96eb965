import { describe, expect, test } from "vitest";
import { asaStoreBytes } from "../../../demo/world/asa-world.ts";
import { parseAsaStore } from "./asa-store.ts";
import { WorldError } from "./error.ts";

const tribe = (id: number, size = 20): { id: number; bytes: Uint8Array } => ({ id, bytes: filled(size, id) });
const profile = (entryId: bigint, size = 30): { entryId: bigint; bytes: Uint8Array } => ({
  entryId,
  bytes: filled(size, Number(entryId % 251n)),
});
const filled = (size: number, value: number): Uint8Array => new Uint8Array(size).fill(value);

const put = (bytes: Buffer, at: number, values: readonly number[]): void => {
  for (const [index, value] of values.entries()) bytes.writeInt32LE(value, at + index * 4);
};

describe("a store", () => {
  test("gives the players and tribes in it, each as it was put there", () => {
    const tribes = [tribe(7), tribe(4_000_000_000, 1)];
    const profiles = [profile(1n), profile(2n ** 63n, 50)];
    expect(parseAsaStore(asaStoreBytes({ profiles, tribes }))).toEqual({
      tribes: tribes.map(({ id, bytes }) => ({ id, bytes: Buffer.from(bytes) })),
      profiles: profiles.map(({ bytes }) => Buffer.from(bytes)),
    });
  });

  test("may hold nobody", () => {
    expect(parseAsaStore(asaStoreBytes({ profiles: [], tribes: [] }))).toEqual({ profiles: [], tribes: [] });
  });

  test("leaves out what was deleted in the game, wherever that points to", () => {
    const bytes = asaStoreBytes({
      profiles: [profile(0n), profile(5n)],
      tribes: [tribe(0), tribe(6)],
    });
    // The deleted profile's entry is the first of the last index, its offset behind the id.
    bytes.writeInt32LE(-1, bytes.length - 32 + 8);
    const { profiles, tribes } = parseAsaStore(bytes);
    expect(profiles).toEqual([Buffer.from(profile(5n).bytes)]);
    expect(tribes.map(({ id }) => id)).toEqual([6]);
  });

  test("may keep its parts in any order, with space between them", () => {
    const bytes = Buffer.alloc(120, 0xee);
    // One tribe: two bytes 11 bytes behind the base 12; its index at 12 + 20.
    put(bytes, 0, [1, 20, 1]);
    bytes.fill(1, 23, 25);
    put(bytes, 32, [77, 0, 11, 2]);
    // At 48 the offset of the next index, which counts from 56, as those of its two entries do.
    put(bytes, 48, [24, 2]);
    put(bytes, 80, [9, 0, 13, 3, 8, 0, 10, 3]);
    bytes.fill(2, 69, 72).fill(3, 66, 69);
    expect(parseAsaStore(bytes)).toEqual({
      tribes: [{ id: 77, bytes: Buffer.from([1, 1]) }],
      profiles: [Buffer.from([2, 2, 2]), Buffer.from([3, 3, 3])],
    });
  });
});

describe("a store is refused whole", () => {
  const whole = asaStoreBytes({ profiles: [profile(1n), profile(2n)], tribes: [tribe(7), tribe(8)] });
  const tribeIndexAt = 12 + 40;
  const profileHeadAt = tribeIndexAt + 32;
  const profileIndexAt = profileHeadAt + 8 + 60;
  const LARGEST = 0x7f_ff_ff_ff;

  test.each([
    ["another layout", 0, 2, "unsupported"],
    ["an index of tribes that begins before the file", 4, -13, "damaged"],
    ["an index of tribes past the end", 4, LARGEST, "damaged"],
    ["less than no tribes", 8, -1, "damaged"],
    ["more tribes than can be there", 8, LARGEST, "damaged"],
    ["a tribe before the file", tribeIndexAt + 8, -13, "damaged"],
    ["a tribe past the end", tribeIndexAt + 8, LARGEST, "damaged"],
    ["a tribe of no bytes", tribeIndexAt + 12, 0, "damaged"],
    ["a tribe of less than no bytes", tribeIndexAt + 12, -20, "damaged"],
    ["a tribe that ends past the end", tribeIndexAt + 12, whole.length, "damaged"],
    ["an index of players before its beginning", profileHeadAt, -1, "damaged"],
    ["an index of players past the end", profileHeadAt, LARGEST, "damaged"],
    ["more players than can be there", profileHeadAt + 4, 3, "damaged"],
    ["a player past the end", profileIndexAt + 8, LARGEST, "damaged"],
    ["a player of no bytes", profileIndexAt + 12, 0, "damaged"],
  ])("for %s", (_, at, value, kind) => {
    const bytes = Buffer.from(whole);
    bytes.writeInt32LE(value, at);
    expect(kindOf(bytes)).toBe(kind);
  });

  test("for parts that lie over one another, and would make few bytes many", () => {
    const one = { entryId: 1n, bytes: filled(10_000, 1) };
    const bytes = asaStoreBytes({ profiles: [one, profile(2n), profile(3n)], tribes: [] });
    for (const entry of [2, 1]) {
      bytes.writeInt32LE(0, bytes.length - entry * 16 + 8);
      bytes.writeInt32LE(10_000, bytes.length - entry * 16 + 12);
    }
    expect(kindOf(bytes)).toBe("damaged");
  });

  test("wherever its end is missing", () => {
    for (let end = 0; end < whole.length; end++)
      expect([end, kindOf(whole.subarray(0, end))]).toEqual([end, "damaged"]);
  });
});

function kindOf(bytes: Uint8Array): string {
  try {
    parseAsaStore(bytes);
    return "read";
  } catch (error) {
    expect(error).toBeInstanceOf(WorldError);
    return (error as WorldError).kind;
  }
}
