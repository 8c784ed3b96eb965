/** Writes the file in which a server names the players and tribes that it has handed over to its cluster. */
import type { SavedTribute } from "../../src/players/saves/index.ts";
import { ByteWriter } from "../../src/players/demo/saves/byte-writer.ts";

/** The bytes of a `.arktributetribe`. */
export function writeTribute({ playerIds, tribeIds }: SavedTribute): Uint8Array {
  const out = new ByteWriter();
  for (const ids of [playerIds, tribeIds]) {
    out.int32(ids.length);
    for (const id of ids) out.uint64(id);
  }
  return out.result();
}
