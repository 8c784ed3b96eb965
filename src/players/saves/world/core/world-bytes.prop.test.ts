import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asaHeaderBytes, asaStoreBytes } from "../../../demo/world/asa-world.ts";
import { aseWorldBytes } from "../../../demo/world/ase-world.ts";
import { parseAsaHeader } from "./asa-header.ts";
import { parseAsaStore } from "./asa-store.ts";
import { parseAseHeader } from "./ase-header.ts";
import { WorldError } from "./error.ts";

const bytes = fc.uint8Array({ minLength: 1, maxLength: 60 });
const store = fc.record({
  profiles: fc.array(fc.record({ entryId: fc.bigInt(0n, 2n ** 64n - 1n), bytes }), { maxLength: 5 }),
  tribes: fc.array(fc.record({ id: fc.nat({ max: 2 ** 32 - 1 }), bytes }), { maxLength: 5 }),
});
// A text of the game ends at its first NUL.
const name = fc.string({ unit: "grapheme", maxLength: 20 }).map((text) => text.replaceAll("\0", ""));
const gameTimeSeconds = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true });
const asaHeader = fc.record({
  version: fc.integer({ min: 11, max: 14 }),
  gameTimeSeconds,
  mapParts: fc.array(name, { maxLength: 4 }),
  names: fc.array(name, { maxLength: 4 }),
});
const aseHeader = fc.record({
  version: fc.integer({ min: 5, max: 9 }),
  gameTimeSeconds: fc.float({ min: 0, noNaN: true, noDefaultInfinity: true }),
  saveCount: fc.integer(),
  mapParts: fc.array(name, { maxLength: 4 }),
});

describe("what was written is read", () => {
  test("of a store", () => {
    fc.assert(
      fc.property(store, (content) => {
        const read = parseAsaStore(asaStoreBytes(content));
        expect(read.profiles.map((each) => [...each])).toEqual(
          content.profiles.filter(({ entryId }) => entryId !== 0n).map((each) => [...each.bytes]),
        );
        expect(read.tribes.map((each) => [each.id, ...each.bytes])).toEqual(
          content.tribes.filter(({ id }) => id !== 0).map((each) => [each.id, ...each.bytes]),
        );
      }),
    );
  });

  test("of a header of ASA", () => {
    fc.assert(
      fc.property(asaHeader, (content) => {
        const { names: _, ...told } = content;
        expect(parseAsaHeader(asaHeaderBytes(content))).toEqual(told);
      }),
    );
  });

  test("of a header of ASE", () => {
    fc.assert(
      fc.property(aseHeader, (content) => {
        const file = aseWorldBytes(content);
        const { version, saveCount, ...told } = content;
        expect(parseAseHeader(file, file.length)).toEqual({
          ...told,
          version,
          saveCount: version >= 9 ? saveCount : undefined,
          nameTableOffset: version >= 6 ? file.length - 4 : undefined,
        });
      }),
    );
  });
});

const parsers: readonly [string, fc.Arbitrary<Buffer>, (file: Buffer) => unknown][] = [
  ["a store", store.map(asaStoreBytes), parseAsaStore],
  ["a header of ASA", asaHeader.map(asaHeaderBytes), parseAsaHeader],
  ["a header of ASE", aseHeader.map(aseWorldBytes), (file) => parseAseHeader(file, file.length)],
];

describe.each(parsers)("of %s", (_, whole, parse) => {
  test("bytes that were changed are read, or refused with a sentence, and never anything else", () => {
    const change = fc.record({ at: fc.nat(), value: fc.constantFrom(0, 1, 0x7f, 0x80, 0xff) });
    fc.assert(
      fc.property(whole, fc.array(change, { minLength: 1, maxLength: 8 }), (file, changes) => {
        for (const { at, value } of changes) file[at % file.length] = value;
        expectReadOrRefused(() => parse(file));
      }),
      { numRuns: 1000 },
    );
  });

  test("any bytes at all are refused with a sentence", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (file) => expectReadOrRefused(() => parse(Buffer.from(file)))),
    );
  });
});

function expectReadOrRefused(parse: () => unknown): void {
  try {
    parse();
  } catch (error) {
    expect(error).toBeInstanceOf(WorldError);
    expect((error as WorldError).message).toMatch(/^[A-Z].*\.$/);
  }
}
