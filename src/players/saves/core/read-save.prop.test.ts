import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyProfile, anyTribe, SAVE_VERSIONS } from "../../../../test/support/save-arbitraries.ts";
import { profileFile, writeProfile } from "../../demo/saves/profile-save.ts";
import type { SaveProperty } from "../../demo/saves/save-file.ts";
import { long, number, property, struct, text } from "../../demo/saves/shorthand.ts";
import { writeTribe } from "../../demo/saves/tribe-save.ts";
import { writeSave } from "../../demo/saves/write-save.ts";
import { readSave } from "./read-save.ts";
import { SaveError } from "./save-error.ts";

describe.each(SAVE_VERSIONS)("container version %i", (version) => {
  test("any player is read as he was written, whatever else the profile holds", () => {
    fc.assert(
      fc.property(anyProfile(version), fc.constantFrom(0, 0.01, 0.6), (profile, fullness) => {
        const bytes = writeProfile({ ...profile, fullness, networkAddress: "192.0.2.44" }, version);
        expect(readSave(bytes)).toEqual({ kind: "profile", profile });
      }),
    );
  });

  test("any tribe is read as it was written", () => {
    fc.assert(
      fc.property(anyTribe, (tribe) => {
        expect(readSave(writeTribe(tribe, version))).toEqual({ kind: "tribe", tribe });
      }),
    );
  });

  test("unknown properties beside the known ones change nothing", () => {
    fc.assert(
      fc.property(anyProfile(version), strangers(4), strangers(4), (profile, before, inside) => {
        const file = profileFile(profile, version);
        const objects = file.objects.map((object) => ({
          ...object,
          properties: [
            ...before,
            ...object.properties.map((each) =>
              each.value.type === "StructProperty"
                ? { ...each, value: { ...each.value, value: [...inside, ...each.value.value, ...inside] } }
                : each,
            ),
            ...before,
          ],
        }));
        expect(readSave(writeSave({ version, objects }))).toEqual({ kind: "profile", profile });
      }),
    );
  });

  test("a file that was cut anywhere is refused", () => {
    const profile = { id: 9n, platformName: "a", characterName: "ü", level: 3, tribeId: 4, fullness: 0.01 };
    const tribe = {
      id: 4,
      name: "ö",
      members: [{ id: 9n, name: "ü" }],
      log: ["x"],
      alliances: [{ id: 1, name: "b", tribes: [] }],
    };
    const full = { ...profile, fullness: 1, networkAddress: "192.0.2.1" };
    for (const [bytes, step] of [
      [writeProfile(profile, version), 1],
      [writeTribe(tribe, version), 1],
      [writeProfile(full, version), 97],
    ] as const) {
      expect(readSave(bytes).kind).toBeDefined();
      for (let length = 0; length < bytes.length; length += step) {
        expect(() => readSave(bytes.subarray(0, length)), `${length} bytes`).toThrow(SaveError);
      }
    }
  });
});

/** Lists of unused properties, nested to any depth. */
function strangers(depth: number): fc.Arbitrary<readonly SaveProperty[]> {
  const name = fc.constantFrom("Mod_Thing", "SavedNetworkAddress", "Xyz", "Überraschung");
  const value = fc.oneof(
    fc.string().map(text),
    fc.integer({ min: 0, max: 255 }).map((each) => number("ByteProperty", each)),
    fc.float().map((each) => number("FloatProperty", each)),
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((each) => long("UInt64Property", each)),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => ({ type: "Raw", typeName: "ModProperty", value: bytes }) as const),
    depth === 0 ? fc.constant(struct("Empty", [])) : strangers(depth - 1).map((inner) => struct("Mod", inner)),
  );
  return fc.array(
    fc.record({ name, value, index: fc.nat(3) }).map((each) => property(each.name, each.value, each.index)),
    { maxLength: 3 },
  );
}
