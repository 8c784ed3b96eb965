/** The fields in the heads of the objects of a simulated game. */
import type { SaveVersion } from "./save-file.ts";

/** A guid that belongs to an id; ASE has none. */
export function guidOf(id: bigint, version: SaveVersion): Uint8Array {
  const guid = new Uint8Array(16);
  if (version === 1) return guid;
  const view = new DataView(guid.buffer);
  view.setBigUint64(0, id, true);
  view.setBigUint64(8, id ^ 0x5ca1_ab1e_0dd5_ba11n, true);
  return guid;
}

/** The object's own name and, in a map, the names of its containers. */
export function objectNames(name: string, id: bigint, mapName: string | undefined): readonly string[] {
  const own = `${name}_${id % 100_000n}`;
  if (mapName === undefined) return [own];
  return [own, "DemoGameMode_C_1", "PersistentLevel", mapName, `/Game/Maps/${mapName}/${mapName}`];
}
