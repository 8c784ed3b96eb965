/** Reads a `.arktributetribe`: which players and tribes a server has handed over to its cluster. */
import { Cursor } from "./cursor.ts";
import { SaveError } from "./save-error.ts";

const MAX_BYTES = 16 * 1024 * 1024;
const LARGEST_ID = 2n ** 63n - 1n;

export interface SavedTribute {
  readonly playerIds: readonly bigint[];
  readonly tribeIds: readonly bigint[];
}

/**
 * Reads two lists of ids, each from 0 to the largest int64: int32 count, then uint64 each; nothing may follow. Takes at
 * most 16 MiB. Throws `SaveError` and nothing else.
 */
export function readTribute(bytes: Uint8Array): SavedTribute {
  if (bytes.length > MAX_BYTES) throw new SaveError("too_much", "The file is larger than any real one.", 0);
  const cursor = new Cursor(bytes);
  const tribute = { playerIds: readIds(cursor), tribeIds: readIds(cursor) };
  if (cursor.at !== bytes.length) throw new SaveError("malformed", "The file goes on after its last list.", cursor.at);
  return tribute;
}

function readIds(cursor: Cursor): readonly bigint[] {
  const count = cursor.int32();
  if (count < 0) throw new SaveError("malformed", "The file has an impossible number of ids.", cursor.at - 4);
  if (count * 8 > cursor.end - cursor.at) throw new SaveError("cut_short", "The file ends within a list.", cursor.at);
  return Array.from({ length: count }, () => {
    const id = cursor.uint64();
    if (id > LARGEST_ID) throw new SaveError("malformed", "An id in the file is too large.", cursor.at - 8);
    return id;
  });
}
