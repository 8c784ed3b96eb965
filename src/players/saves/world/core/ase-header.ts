/** The beginning of an ARK: Survival Evolved world, as far as its layout is public. */
import { checkedSeconds, WorldCursor } from "./cursor.ts";
import { WorldError } from "./error.ts";

export interface AseHeader {
  /** 5 to 9. */
  readonly version: number;
  /** Seconds that the world has been running. */
  readonly gameTimeSeconds: number;
  /** How often it was saved; told from version 9 on. */
  readonly saveCount: number | undefined;
  /** Where the table of names lies, in bytes from the start of the file; there is one from version 6 on. */
  readonly nameTableOffset: number | undefined;
  /** The parts that its map is loaded from. */
  readonly mapParts: readonly string[];
}

const VERSIONS = { first: 5, last: 9 };
/** The first versions that tell these. */
const WITH_NAME_TABLE = 6;
const WITH_HIBERNATION = 7;
const WITH_SAVE_COUNT = 9;

/** A table of names begins with its count. */
const COUNT_BYTES = 4;

const PART = "The header of the world save";

/**
 * Parses the first bytes of a file of `fileBytes` bytes: int16 version; from 7 on int32 offset of hibernating objects
 * and int32 0; from 6 on int32 offset of the names and int32 offset of the properties; float game time; from 9 on
 * int32 count of saves; int32 count of parts, each an FString. The rest is not read.
 *
 * @throws {WorldError} `damaged`; `unsupported` for versions after 9, which servers with `-newsaveformat` write;
 *   `notWorld` for numbers that no version has.
 */
export function parseAseHeader(beginning: Uint8Array, fileBytes: number): AseHeader {
  const header = new WorldCursor(beginning, 0, PART);
  const version = header.int16();
  checkVersion(version);
  const offset = (leastBytes = 0): number => {
    const at = header.int32();
    if (at >= 0 && at + leastBytes <= fileBytes) return at;
    throw new WorldError("damaged", `${PART} points past the end of the file: it is damaged or only half written.`);
  };
  if (version >= WITH_HIBERNATION) {
    offset();
    if (header.int32() !== 0) throw new WorldError("damaged", `${PART} has a number where there must be none.`);
  }
  const nameTableOffset = version >= WITH_NAME_TABLE ? offset(COUNT_BYTES) : undefined;
  if (version >= WITH_NAME_TABLE) offset();
  const gameTimeSeconds = checkedSeconds(header.float32(), PART);
  const saveCount = version >= WITH_SAVE_COUNT ? header.int32() : undefined;
  const mapParts: string[] = [];
  for (let left = header.count(4); left > 0; left--) mapParts.push(header.text());
  return { version, gameTimeSeconds, saveCount, nameTableOffset, mapParts };
}

function checkVersion(version: number): void {
  if (version >= VERSIONS.first && version <= VERSIONS.last) return;
  // The next numbers are versions too; others do not belong to a world.
  if (version > VERSIONS.last && version < 64) {
    throw new WorldError(
      "unsupported",
      `The world save has version ${version}; known are ${VERSIONS.first} to ${VERSIONS.last}. ` +
        "A server that runs without -newsaveformat writes one of these.",
    );
  }
  throw new WorldError("notWorld", "The file is not a world save.");
}
