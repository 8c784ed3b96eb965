/** Tribes as a game server would write them. */
import type { SavedAlliance, SavedMember, SavedTribe } from "../../saves/index.ts";
import type { SaveFile, SaveProperty, SaveVersion } from "./save-file.ts";
import { guidOf, objectNames } from "./save-objects.ts";
import { gameType, number, numbers, properties, property, struct, text, texts } from "./shorthand.ts";
import type { Sketch } from "./sketch.ts";
import { writeSave } from "./write-save.ts";

/** The content of a tribe's save. Left out is what the game leaves out. Player ids are below 2^32, as in the game. */
export interface TribeSketch extends Sketch<Omit<SavedTribe, "members">> {
  readonly id: number;
  readonly name: string;
  readonly members: readonly (Omit<SavedMember, "rankGroup"> & Partial<SavedMember>)[];
}

/** The bytes of a `.arktribe`. */
export function writeTribe(sketch: TribeSketch, version: SaveVersion): Uint8Array {
  return writeSave(tribeFile(sketch, version));
}

/** The tribe as a description, to which a test may add what it likes. */
export function tribeFile(sketch: TribeSketch, version: SaveVersion): SaveFile {
  const id = BigInt(sketch.id);
  return {
    version,
    objects: [
      {
        className: version === 1 ? "PrimalTribeData" : "/Script/ShooterGame.PrimalTribeData",
        guid: guidOf(id, version),
        names: objectNames("PrimalTribeData", id, sketch.mapName),
        properties: [property("TribeData", struct("TribeData", tribeProperties(sketch, version)))],
        endsWithGuid: version === 7,
      },
    ],
  };
}

function tribeProperties(sketch: TribeSketch, version: SaveVersion): readonly SaveProperty[] {
  const { members, alliances = [], log = [], adminIds = [] } = sketch;
  const hasRanks = members.some(({ rankGroup }) => rankGroup !== undefined);
  return properties({
    TribeName: text(sketch.name),
    // Only ASA writes it so.
    [version === 1 ? "OwnerPlayerDataID" : "OwnerPlayerDataId"]:
      sketch.ownerId === undefined ? undefined : number("UInt32Property", Number(sketch.ownerId)),
    TribeID: number("IntProperty", sketch.id),
    MembersPlayerName: members.length > 0 ? texts(members.map(({ name }) => name)) : undefined,
    MembersPlayerDataID: members.length > 0 ? ids(members.map(({ id }) => id)) : undefined,
    MembersRankGroups: hasRanks
      ? numbers(
          "ByteProperty",
          members.map(({ rankGroup = 0 }) => rankGroup),
        )
      : undefined,
    TribeAdmins: adminIds.length > 0 ? ids(adminIds) : undefined,
    TribeAlliances:
      alliances.length > 0
        ? { type: "ArrayProperty", of: gameType("TribeAlliance"), value: alliances.map(allianceProperties) }
        : undefined,
    TribeLog: log.length > 0 ? texts(log) : undefined,
    LogIndex: sketch.logIndex === undefined ? undefined : number("IntProperty", sketch.logIndex),
    NumTribeDinos: sketch.dinoCount === undefined ? undefined : number("IntProperty", sketch.dinoCount),
  });
}

function allianceProperties({ id, name, tribes }: SavedAlliance): readonly SaveProperty[] {
  return properties({
    AllianceName: text(name),
    AllianceID: number("UInt32Property", id),
    MembersTribeName: texts(tribes.map((tribe) => tribe.name)),
    MembersTribeID: numbers(
      "UInt32Property",
      tribes.map((tribe) => tribe.id),
    ),
  });
}

function ids(values: readonly bigint[]): ReturnType<typeof numbers> {
  return numbers("UInt32Property", values.map(Number));
}
