/** Writes the beginning of ARK: Survival Evolved worlds, and tables behind it that hold nothing. */
import { rename, writeFile } from "node:fs/promises";
import { float, int16, int32, text } from "./bytes.ts";

export interface AseWorldContent {
  /** 5 to 9; 9 unless told. */
  readonly version?: number;
  readonly gameTimeSeconds: number;
  /** Told from version 9 on. */
  readonly saveCount?: number;
  readonly mapParts: readonly string[];
}

/** Writes a world in the place of what was at `path`. */
export async function writeAseWorld(path: string, content: AseWorldContent): Promise<void> {
  await writeFile(`${path}.tmp`, aseWorldBytes(content));
  await rename(`${path}.tmp`, path);
}

/** A whole file: the header, no objects, and an empty table of names. */
export function aseWorldBytes({ version = 9, gameTimeSeconds, saveCount = 1, mapParts }: AseWorldContent): Buffer {
  const after = [
    float(gameTimeSeconds),
    ...(version >= 9 ? [int32(saveCount)] : []),
    int32(mapParts.length),
    ...mapParts.map(text),
    // Embedded data, its map, and objects: none.
    int32(0),
    int32(0),
    int32(0),
  ];
  const offsets = version >= 7 ? 16 : version >= 6 ? 8 : 0;
  const end = 2 + offsets + after.reduce((total, { length }) => total + length, 0);
  const before = [
    ...(version >= 7 ? [int32(end), int32(0)] : []),
    // The table of names is last; properties of no objects end where they begin.
    ...(version >= 6 ? [int32(end), int32(end)] : []),
  ];
  return Buffer.concat([int16(version), ...before, ...after, ...(version >= 6 ? [int32(0)] : [])]);
}
