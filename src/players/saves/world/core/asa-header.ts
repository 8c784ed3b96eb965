/** The header of an ARK: Survival Ascended world: the value `SaveHeader` of its table `custom`. */
import { checkedSeconds, WorldCursor } from "./cursor.ts";
import { WorldError } from "./error.ts";

export interface AsaHeader {
  /** 11 to 14. */
  readonly version: number;
  /** Seconds that the world has been running. */
  readonly gameTimeSeconds: number;
  /** The parts that its map is loaded from. */
  readonly mapParts: readonly string[];
}

/** The first version with the engine's two package versions. */
const WITH_PACKAGE_VERSIONS = 14;
const VERSIONS = { first: 11, last: 14 };

const PART = "The header of the world save";
const NAMES = "The table of names of the world save";

/**
 * Parses a `SaveHeader`: int16 version; from 14 on int32 and int32, the versions of the engine's packages; int32 offset
 * of the names; double game time; int32; int32 count of parts, each an FString and an int32; at the offset an int32
 * count of names, each an int32 and an FString.
 *
 * @throws {WorldError} `damaged`, or `unsupported` for another version.
 */
export function parseAsaHeader(bytes: Uint8Array): AsaHeader {
  const header = new WorldCursor(bytes, 0, PART);
  const version = header.int16();
  if (version < VERSIONS.first || version > VERSIONS.last) {
    const known = `${VERSIONS.first} to ${VERSIONS.last}`;
    throw new WorldError("unsupported", `The world save has version ${version}; known are ${known}.`);
  }
  if (version >= WITH_PACKAGE_VERSIONS) header.take(8);
  const namesAt = header.int32();
  const gameTimeSeconds = checkedSeconds(header.float64(), PART);
  header.take(4);
  const mapParts: string[] = [];
  for (let left = header.count(8); left > 0; left--) {
    mapParts.push(header.text());
    header.take(4);
  }
  checkNames(bytes, namesAt);
  return { version, gameTimeSeconds, mapParts };
}

/** Players and tribes need no names of the table; but a table that is not whole shows a file that is not. */
function checkNames(bytes: Uint8Array, namesAt: number): void {
  const names = new WorldCursor(bytes, namesAt, NAMES);
  for (let left = names.count(8); left > 0; left--) {
    names.take(4);
    names.text();
  }
}
