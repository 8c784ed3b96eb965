/**
 * The players and tribes that an ARK: Survival Ascended world holds itself, as servers with `-usestore` and single
 * player games have it: the value `GameModeCustomBytes` of its table `custom`.
 */
import { WorldCursor } from "./cursor.ts";
import { WorldError } from "./error.ts";

export interface AsaStore {
  /** Each the content of a profile file. Its account is stored inside. */
  readonly profiles: readonly Uint8Array[];
  readonly tribes: readonly { readonly id: number; readonly bytes: Uint8Array }[];
}

/** The only layout known. */
const LAYOUT = 1;

const TRIBES = "The list of tribes in the world save";
const PROFILES = "The list of players in the world save";

const TRIBE_ENTRY_BYTES = 16;
const PROFILE_ENTRY_BYTES = 16;

/**
 * Parses a `GameModeCustomBytes` into views of its bytes.
 *
 * int32 layout, int32 offset of the tribes' index, int32 count; all tribes; their index, each entry uint32 id, int32,
 * int32 offset, int32 size; int32 offset of the players' index, int32 count; all players; their index, each entry
 * uint64 id, int32 offset, int32 size. Offsets count from behind the pair of an index's offset and count. Entries
 * with the id 0 were deleted in the game, and are left out.
 *
 * @throws {WorldError} `damaged`, or `unsupported` for another layout.
 */
export function parseAsaStore(bytes: Uint8Array): AsaStore {
  // Together they cannot exceed the file: else few bytes would make much work for the parser of the parts.
  let unclaimedBytes = bytes.length;
  const part = (base: number, offset: number, size: number, list: string): Uint8Array => {
    const start = base + offset;
    unclaimedBytes -= size;
    if (offset < 0 || size <= 0 || start + size > bytes.length || unclaimedBytes < 0) {
      throw new WorldError("damaged", `${list} points to where nothing can be.`);
    }
    return bytes.subarray(start, start + size);
  };

  const head = new WorldCursor(bytes, 0, TRIBES);
  const layout = head.int32();
  if (layout !== LAYOUT) {
    throw new WorldError("unsupported", `The world save keeps players and tribes in an unknown layout (${layout}).`);
  }
  const tribeIndex = indexAfter(bytes, head.at, TRIBE_ENTRY_BYTES, TRIBES);
  const tribes: { id: number; bytes: Uint8Array }[] = [];
  for (let left = tribeIndex.count; left > 0; left--) {
    const id = tribeIndex.entries.uint32();
    tribeIndex.entries.take(4);
    const [offset, size] = [tribeIndex.entries.int32(), tribeIndex.entries.int32()];
    if (id !== 0) tribes.push({ id, bytes: part(tribeIndex.base, offset, size, TRIBES) });
  }

  const profileIndex = indexAfter(bytes, tribeIndex.entries.at, PROFILE_ENTRY_BYTES, PROFILES);
  const profiles: Uint8Array[] = [];
  for (let left = profileIndex.count; left > 0; left--) {
    const id = profileIndex.entries.uint64();
    const [offset, size] = [profileIndex.entries.int32(), profileIndex.entries.int32()];
    if (id !== 0n) profiles.push(part(profileIndex.base, offset, size, PROFILES));
  }
  return { profiles, tribes };
}

interface Index {
  /** From where the offsets of its entries count. */
  readonly base: number;
  readonly count: number;
  /** At its first entry. */
  readonly entries: WorldCursor;
}

function indexAfter(bytes: Uint8Array, position: number, entryBytes: number, list: string): Index {
  const head = new WorldCursor(bytes, position, list);
  const offset = head.int32();
  const count = head.count(entryBytes);
  const base = head.at;
  if (offset < 0) throw new WorldError("damaged", `${list} is said to lie outside of the file.`);
  return { base, count, entries: new WorldCursor(bytes, base + offset, list) };
}
