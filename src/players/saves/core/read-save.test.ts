import { describe, expect, test } from "vitest";
import { SAVE_VERSIONS } from "../../../../test/support/save-arbitraries.ts";
import { profileFile, writeProfile } from "../../demo/saves/profile-save.ts";
import type { SaveProperty, SaveVersion } from "../../demo/saves/save-file.ts";
import { long, number, property, struct, text } from "../../demo/saves/shorthand.ts";
import { tribeFile, writeTribe } from "../../demo/saves/tribe-save.ts";
import { writeSave } from "../../demo/saves/write-save.ts";
import type { SavedProfile } from "./profile.ts";
import { readSave } from "./read-save.ts";
import { SaveError, type SaveErrorReason } from "./save-error.ts";

const ANNA = { id: 101n, platformName: "annaplays", characterName: "Anna Rex" };

/** The reason for which the bytes are refused, or `read`. */
function outcome(bytes: Uint8Array): SaveErrorReason | "read" {
  try {
    readSave(bytes);
    return "read";
  } catch (error) {
    if (error instanceof SaveError) return error.reason;
    throw error;
  }
}

function readProfileOf(bytes: Uint8Array): SavedProfile {
  const content = readSave(bytes);
  if (content.kind !== "profile") throw new Error("not a profile");
  return content.profile;
}

/** A profile with exactly these properties in its `MyData`. */
function profileWith(version: SaveVersion, ...myData: readonly SaveProperty[]): Uint8Array {
  const [player] = profileFile(ANNA, version).objects;
  if (!player) throw new Error("a profile has a player");
  const properties = [property("MyData", struct("PrimalPlayerDataStruct", myData))];
  return writeSave({ version, objects: [{ ...player, properties }] });
}

/** `bytes` with an int32 or byte changed at the place of the first `mark`, plus `offset`. */
function changed(bytes: Uint8Array, mark: string, offset: number, value: number, width: 1 | 4 = 4): Uint8Array {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(mark, 0, "latin1") + offset;
  expect(copy.includes(mark)).toBe(true);
  if (width === 4) copy.writeInt32LE(value, at);
  else copy.writeUInt8(value, at);
  return copy;
}

const ID = property("PlayerDataID", long("UInt64Property", 101n));

describe.each(SAVE_VERSIONS)("container version %i", (version) => {
  test("a field that the game leaves out has its default", () => {
    expect(readProfileOf(writeProfile({ ...ANNA, characterName: "" }, version))).toEqual({
      ...ANNA,
      characterName: "",
      platformId: undefined,
      level: 1,
      tribeId: undefined,
      isFemale: false,
      experience: 0,
      engramPoints: 0,
      deaths: 0,
      loginTime: undefined,
      lastLoginTime: undefined,
      mapName: undefined,
      dataVersion: undefined,
    });
  });

  test("a network address is nowhere in what is read", () => {
    const address = "192.0.2.123";
    const bytes = writeProfile({ ...ANNA, networkAddress: address, fullness: 1 }, version);
    expect(Buffer.from(bytes).includes(address)).toBe(true);
    const { profile } = readSave(bytes) as { profile: object };
    expect(Object.values(profile).map(String).join("\n")).not.toContain("192.0.2");
  });

  test("the player is found by his class at any place, also with a location", () => {
    const [player] = profileFile({ ...ANNA, mapName: "TheIsland" }, version).objects;
    const [tribe] = tribeFile({ id: 5, name: "x", members: [] }, version).objects;
    if (!player || !tribe) throw new Error("both have an object");
    const buff = { ...tribe, className: "Buff_C", location: [1, 2, 3, 4, 5, 6], properties: [] };
    const bytes = writeSave({ version, objects: [buff, { ...player, location: [6, 5, 4, 3, 2, 1] }, buff] });
    expect(readProfileOf(bytes)).toMatchObject({ id: 101n, mapName: "TheIsland" });
    expect(outcome(writeSave({ version, objects: [buff] }))).toBe("nothing_here");
  });

  test("of several values of one name the first by its index counts", () => {
    const bytes = profileWith(
      version,
      property("TribeID", number("IntProperty", 9), 1),
      ID,
      property("TribeID", number("IntProperty", 5)),
      property("PlayerName", text("other"), 2),
    );
    expect(readProfileOf(bytes)).toMatchObject({ tribeId: 5, platformName: "" });
  });

  test.each([
    ["TribeID", 0, undefined],
    ["TribeID", -1, undefined],
    ["TribeId", 12, 12],
    ["tribeid", 12, 12],
  ])("%s %d is the tribe %s", (name, value, expected) => {
    const bytes = profileWith(version, ID, property(name, number("IntProperty", value)));
    expect(readProfileOf(bytes).tribeId).toBe(expected);
  });

  test.each<[string, readonly SaveProperty[], SaveErrorReason]>([
    ["no id", [property("PlayerName", text("x"))], "missing_field"],
    ["the id 0", [property("PlayerDataID", long("UInt64Property", 0n))], "missing_field"],
    ["an id above int64", [property("PlayerDataID", long("UInt64Property", 2n ** 63n))], "malformed"],
    ["a negative id", [property("PlayerDataID", long("Int64Property", -1n))], "malformed"],
    ["an id that is a text", [property("PlayerDataID", text("101"))], "malformed"],
    ["an id of an unknown type", [property("PlayerDataID", rawValue("OddProperty", 8))], "malformed"],
    ["a name that is a number", [ID, property("PlayerName", number("IntProperty", 1))], "malformed"],
    ["a name of 513 units", [ID, property("PlayerName", text("a".repeat(513)))], "too_much"],
    ["deaths below 0", [ID, property("NumOfDeaths", number("FloatProperty", -1))], "malformed"],
    ["infinitely many deaths", [ID, property("NumOfDeaths", number("FloatProperty", Infinity))], "malformed"],
    ["a time that is not a number", [ID, property("LoginTime", number("DoubleProperty", Number.NaN))], "malformed"],
    ["a level below 1", [ID, level(number("Int16Property", -1))], "malformed"],
    ["a level beyond 16 bits", [ID, level(number("IntProperty", 65_536))], "malformed"],
    [
      "statistics that are a number",
      [ID, property("MyPersistentCharacterStats", number("IntProperty", 1))],
      "malformed",
    ],
    ["a property without a name", [ID, property("", number("IntProperty", 1))], "malformed"],
    ["a name with a byte behind it", [ID, property("PlayerName", paddedText())], "malformed"],
    ["an int of the wrong size", [ID, property("Odd", rawValue("IntProperty", 3))], "malformed"],
  ])("%s is refused", (_, properties, reason) => {
    expect(outcome(profileWith(version, ...properties))).toBe(reason);
  });

  test("a size that is not that of the value is refused, whether the value is read or not", () => {
    const bytes = writeProfile({ ...ANNA, dataVersion: 1, fullness: 0.05 }, version);
    for (const name of ["PlayerName", "PlayerCharacterName", "PlayerDataVersion", "MyData", "RawBoneModifiers"]) {
      for (const wrong of [-1, -(2 ** 31), 0, 1, 2 ** 31 - 1]) {
        expect(outcome(changed(bytes, `${name}\0`, sizeOffset(version, name, bytes), wrong)), name).not.toBe("read");
      }
    }
  });

  test("50,000 properties are read, 100,000 are refused", () => {
    const many = (count: number): SaveProperty[] =>
      Array.from({ length: count }, (_, index) => property("Mod", number("IntProperty", index), index));
    expect(outcome(profileWith(version, ...many(50_000), ID))).toBe("read");
    expect(outcome(profileWith(version, ...many(100_000), ID))).toBe("too_much");
  });

  test("structures nested 2,000 deep are passed over", () => {
    let nested = struct("Mod", []);
    for (let depth = 0; depth < 2_000; depth++) nested = struct("Mod", [property("MyData", nested)]);
    expect(outcome(profileWith(version, property("MyData", nested), ID))).toBe("read");
  });

  test.each([
    [-1, "malformed"],
    [0, "nothing_here"],
    [2, "malformed"],
    [1_025, "too_much"],
    [2 ** 31 - 1, "too_much"],
    [-(2 ** 31), "malformed"],
  ] as const)("%i objects where there is one: %s", (count, reason) => {
    const bytes = writeProfile(ANNA, version);
    new DataView(bytes.buffer).setInt32(version === 7 ? 12 : 4, count, true);
    expect([reason, "cut_short"]).toContain(outcome(bytes));
  });

  test("tribes: more ids than names, no id, 401 lines", () => {
    const members = [1n, 2n, 3n].map((id) => ({ id, name: `n${id}` }));
    const log = Array.from({ length: 401 }, (_, line) => `line ${line} ${"x".repeat(line === 400 ? 3_000 : 0)}`);
    const [object] = tribeFile({ id: 5, name: "Wolves", members, log }, version).objects;
    const data = object?.properties[0]?.value;
    if (!object || data?.type !== "StructProperty") throw new Error("a tribe has its data");
    const write = (properties: readonly SaveProperty[]): Uint8Array =>
      writeSave({
        version,
        objects: [{ ...object, properties: [property("TribeData", { ...data, value: properties })] }],
      });
    const names: SaveProperty = property("MembersPlayerName", {
      type: "ArrayProperty",
      of: "StrProperty",
      value: ["n1"],
    });
    const fewer = data.value.map((each) => (each.name === "MembersPlayerName" ? names : each));
    const content = readSave(write(fewer));
    if (content.kind !== "tribe") throw new Error("not a tribe");
    expect(content.tribe.members.map(({ name }) => name)).toEqual(["n1", "", ""]);
    expect(content.tribe.log).toHaveLength(400);
    expect(content.tribe.log[0]).toBe("line 1 ");
    expect(content.tribe.log[399]).toHaveLength(2_000);
    expect(outcome(write(data.value.filter(({ name }) => name !== "TribeID")))).toBe("missing_field");
    expect(outcome(write([property("TribeID", number("IntProperty", -5))]))).toBe("malformed");
  });
});

describe("versions", () => {
  test.each([0, 2, 3, 4, 8, -1])("container version %i is not known", (version) => {
    const bytes = writeProfile(ANNA, 7);
    new DataView(bytes.buffer).setInt32(0, version, true);
    expect(outcome(bytes)).toBe("unknown_version");
  });

  test.each([5, 6] as const)("version %i without a guid is another kind of file", (version) => {
    const bytes = writeProfile(ANNA, version);
    bytes.fill(0, 8, 24);
    expect(outcome(bytes)).toBe("unknown_version");
  });

  test.each([5, 6] as const)("version %i: structures of a list are as long as their shared head says", (version) => {
    const alliances = [{ id: 1, name: "Union", tribes: [] }];
    const bytes = writeTribe({ id: 5, name: "x", members: [], alliances }, version);
    const second = Buffer.from(bytes).lastIndexOf("TribeAlliances\0");
    const size = second + "TribeAlliances\0".length + 4 + "StructProperty\0".length;
    const wrong = Buffer.from(bytes);
    wrong.writeInt32LE(wrong.readInt32LE(size) - 1, size);
    expect(outcome(bytes)).toBe("read");
    expect(outcome(wrong)).toBe("malformed");
  });

  test("an empty file and 17 MiB are refused", () => {
    expect(outcome(new Uint8Array())).toBe("cut_short");
    expect(outcome(new Uint8Array(17 * 1_024 * 1_024))).toBe("too_much");
  });

  test("bytes behind the last object are ignored", () => {
    expect(outcome(Uint8Array.of(...writeTribe({ id: 5, name: "x", members: [] }, 7), 1, 2, 3))).toBe("read");
  });
});

describe("flags and types of version 7", () => {
  const bytes = writeProfile({ ...ANNA, dataVersion: 1 }, 7);
  const flagsAt = "PlayerDataVersion\0".length + 4 + "IntProperty\0".length + 4 + 4;

  test.each([
    [0x00, "read"],
    [0x04, "unsupported"],
    [0x08, "read"],
    [0x20, "read"],
    [0x40, "unsupported"],
    [0x80, "unsupported"],
  ] as const)("flags %i: %s", (flags, expected) => {
    expect(outcome(changed(bytes, "PlayerDataVersion\0", flagsAt, flags, 1))).toBe(expected);
  });

  test("a type nested 60 deep is read, one nested 70 deep refused", () => {
    const type = (depth: number): Buffer =>
      depth === 0
        ? Buffer.from([2, 0, 0, 0, 0x41, 0, 0, 0, 0, 0])
        : Buffer.concat([Buffer.from([2, 0, 0, 0, 0x41, 0, 1, 0, 0, 0]), type(depth - 1)]);
    const nested = (depth: number): Uint8Array => {
      const plain = profileWith(7, property("X", rawValue("OddProperty", 0)), ID);
      const at = Buffer.from(plain).indexOf("OddProperty\0") - 4;
      const end = at + 4 + "OddProperty\0".length + 4;
      const grown = Buffer.concat([plain.subarray(0, at), type(depth), plain.subarray(end)]);
      // `MyData` has grown with it.
      const size = Buffer.from(plain).indexOf("/Script/ShooterGame\0") + "/Script/ShooterGame\0".length + 4;
      grown.writeInt32LE(grown.readInt32LE(size) + grown.length - plain.length, size);
      return grown;
    };
    expect(outcome(nested(60))).toBe("read");
    expect(outcome(nested(70))).toBe("too_much");
    expect(outcome(nested(5_000))).toBe("too_much");
  });

  test("a structure with a layout of its own is not taken for properties", () => {
    const at = "MyData\0StructProperty\0PrimalPlayerDataStruct\0/Script/ShooterGame\0".length + 4 * 7;
    expect(outcome(changed(bytes, "MyData\0", at, 0x08, 1))).toBe("malformed");
  });
});

function level(value: SaveProperty["value"]): SaveProperty {
  const stats = struct("Stats", [property("CharacterStatusComponent_ExtraCharacterLevel", value)]);
  return property("MyPersistentCharacterStats", stats);
}

/** `x`, and a byte that the property's size counts as well. */
function paddedText(): SaveProperty["value"] {
  return { type: "Raw", typeName: "StrProperty", value: Uint8Array.of(2, 0, 0, 0, 0x78, 0, 0) };
}

function rawValue(typeName: string, size: number): SaveProperty["value"] {
  return { type: "Raw", typeName, value: new Uint8Array(size) };
}

/** From a property's name to its size. */
function sizeOffset(version: SaveVersion, name: string, bytes: Uint8Array): number {
  const start = Buffer.from(bytes).indexOf(`${name}\0`, 0, "latin1");
  const type = start + name.length + 1;
  const length = 4 + Buffer.from(bytes).readInt32LE(type);
  if (version !== 7) return name.length + 1 + length;
  return name === "MyData"
    ? name.length + 1 + length + 4 + 4 + "PrimalPlayerDataStruct\0".length + 4 + 4 + "/Script/ShooterGame\0".length + 4
    : name.length + 1 + length + 4;
}
