/** Profiles as a game server would write them: what is looked up in them, among all that is not. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { SavedProfile } from "../../saves/index.ts";
import { accountOf } from "./account.ts";
import { engramPaths, missionsOf } from "./profile-ballast.ts";
import type { SaveFile, SaveObject, SaveProperty, SaveValue, SaveVersion } from "./save-file.ts";
import { guidOf, objectNames } from "./save-objects.ts";
import { long, number, numbers, paths, properties, property, struct, text, truth } from "./shorthand.ts";
import type { Sketch } from "./sketch.ts";
import { writeSave } from "./write-save.ts";

/** The content of a profile. Left out is what the game leaves out. */
export interface ProfileSketch extends Sketch<SavedProfile> {
  readonly id: bigint;
  readonly platformName: string;
  readonly characterName: string;
  /** An address of the ranges for documentation only (RFC 5737). */
  readonly networkAddress?: string;
  /** How much there is besides, from nothing (0) to a player who has everything (1): about 110 KB. */
  readonly fullness?: number;
}

const MOST_ENGRAMS = 620;

/** The bytes of a `.arkprofile`. ASE wants a `platformId` of its own kind or of EOS, ASA one of EOS. */
export function writeProfile(sketch: ProfileSketch, version: SaveVersion): Uint8Array {
  return writeSave(profileFile(sketch, version));
}

/** The profile as a description, to which a test may add what it likes. */
export function profileFile(sketch: ProfileSketch, version: SaveVersion): SaveFile {
  const guid = guidOf(sketch.id, version);
  const fullness = sketch.fullness ?? 0;
  const isAse = version === 1;
  const player: SaveObject = {
    className: isAse ? "PrimalPlayerData" : "/Game/PrimalEarth/CoreBlueprints/PrimalPlayerDataBP.PrimalPlayerDataBP_C",
    guid,
    names: objectNames(isAse ? "PrimalPlayerData" : "PrimalPlayerDataBP_C", sketch.id, sketch.mapName),
    properties: [
      ...(isAse ? [] : [property("SavedPlayerDataVersion", number("IntProperty", 10))]),
      property("MyData", struct("PrimalPlayerDataStruct", playerProperties(sketch, version, fullness))),
    ],
    endsWithGuid: version === 7,
  };
  return { version, objects: fullness > 0.5 && !isAse ? [player, missionsOf(guid)] : [player] };
}

function playerProperties(sketch: ProfileSketch, version: SaveVersion, fullness: number): readonly SaveProperty[] {
  const { id, platformId, networkAddress, platformName, tribeId, deaths, loginTime, lastLoginTime, dataVersion } =
    sketch;
  return properties({
    PlayerDataID: long("UInt64Property", id),
    UniqueID: platformId === undefined ? undefined : accountOf(platformId, version),
    SavedNetworkAddress: networkAddress === undefined ? undefined : text(networkAddress),
    PlayerName: text(platformName),
    bFirstSpawned: truth(true),
    MyPlayerCharacterConfig: struct("PrimalPlayerCharacterConfigStruct", looksOf(sketch)),
    MyPersistentCharacterStats: struct("PrimalPersistentCharacterStatsStruct", statsOf(sketch, fullness)),
    TribeID: tribeId === undefined ? undefined : number("IntProperty", tribeId),
    PlayerDataVersion: dataVersion === undefined ? undefined : number("IntProperty", dataVersion),
    LoginTime: loginTime === undefined ? undefined : number("DoubleProperty", loginTime),
    LastLoginTime: lastLoginTime === undefined ? undefined : number("DoubleProperty", lastLoginTime),
    NumOfDeaths: deaths ? number(version === 1 ? "IntProperty" : "FloatProperty", deaths) : undefined,
  });
}

function looksOf({ characterName, isFemale = false, fullness = 0 }: ProfileSketch): readonly SaveProperty[] {
  const parts = Math.round(26 * fullness);
  return [
    ...(isFemale ? [property("bIsFemale", truth(true))] : []),
    property("PlayerCharacterName", text(characterName)),
    ...range(parts, (part) => property("RawBoneModifiers", number("FloatProperty", part / 32), part)),
    ...range(parts, (part) => property("DynamicMaterialBytes", number("ByteProperty", part * 9), part)),
  ];
}

function statsOf({ level = 1, experience, engramPoints }: ProfileSketch, fullness: number): readonly SaveProperty[] {
  invariant(level >= 1, "a player's level is at least 1");
  return [
    ...properties({
      CharacterStatusComponent_ExtraCharacterLevel: level > 1 ? number("UInt16Property", level - 1) : undefined,
      CharacterStatusComponent_ExperiencePoints: experience ? number("FloatProperty", experience) : undefined,
      PlayerState_TotalEngramPoints: engramPoints ? number("IntProperty", engramPoints) : undefined,
    }),
    ...(fullness > 0 ? ballast(fullness, level - 1) : []),
  ];
}

function ballast(fullness: number, extraLevels: number): readonly SaveProperty[] {
  const engrams = engramPaths(Math.round(MOST_ENGRAMS * fullness));
  return [
    property(
      "PerMapExplorerNoteUnlocks",
      numbers(
        "UInt32Property",
        range(42, (note) => note),
      ),
    ),
    property("PlayerState_EngramBlueprints", paths(engrams)),
    ...pointsApplied(extraLevels).map(([stat, points]) =>
      property("CharacterStatusComponent_NumberOfLevelUpPointsApplied", number("ByteProperty", points), stat),
    ),
    ...engrams
      .slice(0, Math.round(9 * fullness))
      .map((path, slot) => property("PlayerState_DefaultItemSlotClasses", reference(path), slot)),
  ];
}

/** Levels spread over a few of the twelve statistics; each is one byte in the file. */
function pointsApplied(levels: number): readonly (readonly [stat: number, points: number])[] {
  return [0, 1, 7, 8].map((stat, turn) => [stat, Math.min(Math.floor((levels + turn) / 4), 255)] as const);
}

function reference(path: string): SaveValue {
  return { type: "ObjectProperty", value: path };
}

function range<Value>(count: number, make: (index: number) => Value): readonly Value[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
