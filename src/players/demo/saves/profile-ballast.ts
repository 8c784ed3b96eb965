/** Unused content of a real profile: what the player has learnt, and the state of his missions. */
import type { SaveObject } from "./save-file.ts";
import { gameType, number, property, text } from "./shorthand.ts";

const MATERIALS = ["Thatch", "Wood", "Stone", "Clay", "Iron", "Glass", "Bone", "Silk", "Amber", "Copper", "Slate"];
const THINGS = ["Wall", "Floor", "Door", "Ramp", "Ladder", "Pillar", "Roof", "Gate", "Bench", "Lamp", "Shelf", "Fence"];
const STYLES = ["Plain", "Small", "Large", "Round", "Double"];
const MISSIONS = ["Hunt", "Race", "Gather", "Defend", "Escort", "Search"];

/** The first `count` of 660 things to learn, as long as real ones. */
export function engramPaths(count: number): readonly string[] {
  return ALL_ENGRAMS.slice(0, count);
}

/** An object of its own, behind the player's. */
export function missionsOf(guid: Uint8Array): SaveObject {
  return {
    className: "/Script/ShooterGame.PrimalBuffPersistentData_MissionData",
    guid,
    names: ["PrimalBuffPersistentData_MissionData_1"],
    isItem: true,
    properties: [
      property("ActiveMissionIndex", number("IntProperty", -1)),
      property("MissionData", {
        type: "ArrayProperty",
        of: gameType("SerializedMissionData"),
        value: MISSIONS.map((mission, index) => [
          property("MissionTag", { type: "NameProperty", value: `Demo.${mission}` }),
          property("LastScore", number("FloatProperty", index * 12.5)),
        ]),
      }),
      property("ForPrimalBuffClassString", text("/Game/Demo/Missions/Buff_MissionData.Buff_MissionData_C")),
    ],
  };
}

const ALL_ENGRAMS: readonly string[] = MATERIALS.flatMap((material) =>
  THINGS.flatMap((thing) =>
    STYLES.map((style) => {
      const name = `EngramEntry_Demo${style}${material}${thing}`;
      return `BlueprintGeneratedClass /Game/PrimalEarth/CoreBlueprints/Engrams/Structures/${name}.${name}_C`;
    }),
  ),
);
