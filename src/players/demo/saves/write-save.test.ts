import { describe, expect, test } from "vitest";
import { SAVE_VERSIONS } from "../../../../test/support/save-arbitraries.ts";
import { readSaveTree } from "../../../../test/support/save-tree.ts";
import { readSave } from "../../saves/index.ts";
import { profileFile, writeProfile } from "./profile-save.ts";
import type { SaveFile, SaveProperty, SaveValue, SaveVersion } from "./save-file.ts";
import { long, number, numbers, paths, property, text, texts, truth } from "./shorthand.ts";
import { writeSave } from "./write-save.ts";

const EVERY_KIND: readonly SaveProperty[] = [
  property("Int8", number("Int8Property", 100)),
  property("Int16", number("Int16Property", -30_000)),
  property("UInt16", number("UInt16Property", 60_000)),
  property("Int", number("IntProperty", -2_000_000_000)),
  property("UInt32", number("UInt32Property", 4_000_000_000)),
  property("Float", number("FloatProperty", 0.5)),
  property("Double", number("DoubleProperty", 0.1)),
  property("Byte", number("ByteProperty", 255)),
  property("Int64", long("Int64Property", -(2n ** 62n))),
  property("UInt64", long("UInt64Property", 2n ** 64n - 1n)),
  property("True", truth(true)),
  property("False", truth(false), 3),
  property("Ascii", text("plain")),
  property("Wide", text("Jürgen 小明"), 4),
  property("Empty", text("")),
  property("Name", { type: "NameProperty", value: "Some.Name" }),
  property("Enum", { type: "Enum", of: { name: "EKind" }, value: "EKind::Two" }),
  property("Number", { type: "ObjectProperty", value: 7 }),
  property("Path", { type: "ObjectProperty", value: "/Game/Thing" }),
  property("Struct", plainStruct([property("Inner", plainStruct([property("Deep", text("x"))]), 2)])),
  property("Native", { type: "NativeStruct", of: { name: "Vector" }, value: new Uint8Array(24) }),
  property("Numbers", numbers("UInt32Property", [1, 2, 3])),
  property("Longs", { type: "ArrayProperty", of: "UInt64Property", value: [1n, 2n] }),
  property("Texts", texts(["a", "ü", ""])),
  property("Paths", paths(["/Game/One", "/Game/Two"])),
  property("None left", numbers("IntProperty", [])),
];

/** Without a package, which only version 7 keeps. */
function plainStruct(value: readonly SaveProperty[]): SaveValue {
  return { type: "StructProperty", of: { name: "Plain" }, value };
}

/** The second reader's result can be written again. */
function expectSame(file: SaveFile): void {
  const bytes = writeSave(file);
  expect(Buffer.from(writeSave(readSaveTree(bytes))).equals(bytes)).toBe(true);
}

describe.each(SAVE_VERSIONS)("container version %i", (version) => {
  test("every kind of property is written as it is read by the second reader", () => {
    const [object] = profileFile({ id: 5n, platformName: "a", characterName: "b", mapName: "M" }, version).objects;
    if (!object) throw new Error("a profile has an object");
    const bytes = writeSave({ version, objects: [{ ...object, properties: EVERY_KIND }] });
    const [read] = readSaveTree(bytes).objects;
    expect(read?.properties).toEqual(EVERY_KIND);
    expectSame({
      version,
      objects: [
        { ...object, properties: EVERY_KIND },
        { ...object, location: [1, 2, 3, 4, 5, 6] },
      ],
    });
  });

  test("lists of structures are of the right size", () => {
    const of = { name: "Pair", from: "/Script/ShooterGame" };
    const value = [[property("Left", number("IntProperty", 1))], [property("Right", text("x"))], []];
    const [object] = profileFile({ id: 5n, platformName: "a", characterName: "b" }, version).objects;
    if (!object) throw new Error("a profile has an object");
    const properties = [property("Pairs", { type: "ArrayProperty", of, value }), property("After", truth(true))];
    expectSame({ version, objects: [{ ...object, properties }] });
  });
});

test.each([
  [7, 1, 100_000, 115_000],
  [7, 0.5, 45_000, 60_000],
  [7, 0, 500, 2_000],
  [1, 1, 90_000, 115_000],
] satisfies [SaveVersion, number, number, number][])(
  "a profile of version %i and fullness %d has %i to %i bytes",
  (version, fullness, least, most) => {
    const player = { id: 5n, platformName: "a", characterName: "b", level: 100, fullness };
    const bytes = writeProfile(player, version);
    expect(bytes.length).toBeGreaterThan(least);
    expect(bytes.length).toBeLessThan(most);
    expect(readSave(bytes)).toMatchObject({ kind: "profile", profile: { id: 5n, level: 100 } });
  },
);
