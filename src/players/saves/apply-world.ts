/** Applies the world saves of a server that keeps its players and tribes in them (`-usestore`). */
import { setImmediate as nextTurn } from "node:timers/promises";
import { factsOf, newest, worldProblem, type Applying } from "./apply-files.ts";
import type { SavedProfile } from "./core/profile.ts";
import type { WorldStatus } from "./core/source-status.ts";
import type { SavedTribe } from "./core/tribe.ts";
import { judgeWorldList, type WorldListMemory } from "./core/world-list.ts";
import {
  readWorldProfile,
  readWorldTribe,
  worldDifference,
  type BrokenEntry,
  type WorldEntry,
} from "./core/world-changes.ts";
import type { SavedChanges } from "./saved-contents.ts";
import type { FromDisk } from "./watch/watch-options.ts";
import type { FileStamp } from "./watch/core/file-stamp.ts";
import type { SaveChange, WorldChange } from "./watch/save-changes.ts";
import { WorldError } from "./world/core/error.ts";
import type { World } from "./world/read-world.ts";

/** In one transaction. */
const MAX_BATCH = 500;
/** Read without a pause: some tens of milliseconds. */
const READ_AT_ONCE = 50;

/** As for files. */
const REMOVED_AFTER_MS = 60_000;

function stays(kept: number): string {
  return (
    `${kept} players and tribes that were known are missing in it. They stay until three saves in a row miss them. ` +
    "If the server keeps players in files of their own, set `store: files` for it."
  );
}

const NO_STORE =
  "The world save holds no players: this server keeps them in files beside it. Set its saves to be read from files.";

export class WorldApplier {
  readonly #applying: Applying;
  #list: WorldListMemory = { absences: new Map(), savedAtMs: undefined };
  world: WorldStatus = {};

  constructor(applying: Applying) {
    this.#applying = applying;
  }

  /**
   * Takes the newest world for the complete list of the server's players and tribes. One that cannot be read changes
   * nothing: it is tried again when it was being written or could not be reached, else when the game saves again.
   */
  async apply({ worlds }: SavedChanges, fromDisk: FromDisk): Promise<void> {
    // If a world is gone, all players stay as they are until another one exists.
    if (worlds.length === 0) return;
    const change = newest(worlds);
    try {
      const world = await fromDisk(() => this.#applying.readWorld(change.path, { store: "read" }));
      if (world.game === "asa" && world.hasStore) await this.#applyWorld(change, world);
      else this.world = { ...this.world, problem: NO_STORE };
    } catch (error) {
      if (!(error instanceof WorldError)) throw error;
      this.world = { ...this.world, problem: worldProblem(error) };
      if (error.kind === "busy" || error.kind === "unreadable") throw error;
      this.#applying.log.warn({ file: change.fileName, err: error }, "a world save cannot be read");
    }
  }

  async #applyWorld(change: WorldChange, world: World & { readonly game: "asa" }): Promise<void> {
    const { server, fence, store, clock, log } = this.#applying;
    const { entries, broken } = await readEntries(change.fileName, world);
    const known = await store.knownFiles(server);
    const full = known.size === 0 || (await store.isFirstReadingOpen(server));
    const difference = worldDifference(entries, broken, known);
    const { changed } = difference;
    const {
      removed,
      held: kept,
      memory,
    } = judgeWorldList(known.keys(), difference.removed, {
      memory: this.#list,
      savedAtMs: change.modifiedAt / 1_000,
      isEmpty: world.profiles.length === 0,
      removedAfterMs: this.#applying.removedAfterMs ?? REMOVED_AFTER_MS,
    });
    const send = (changes: Partial<SavedChanges>, rest: object = {}): Promise<void> =>
      store.apply({ server, fence, at: clock.now(), changes: { ...NOTHING, full, ...changes }, ...rest });
    for (let start = 0; start < changed.length; start += MAX_BATCH) {
      await send(changesOf(change, changed.slice(start, start + MAX_BATCH)));
    }
    const profiles = entries.flatMap(({ content }) => (content.kind === "profile" ? content.profile : []));
    // With its stamp last, so that a world that was applied in part is read again.
    const facts = factsOf(world, change.modifiedAt, profiles);
    await send({ removed, worlds: [change], last: true }, { world: facts });
    const [first] = broken;
    if (first) log.warn({ count: broken.length, reason: first.reason }, "parts of a world save cannot be read");
    const held = { players: world.profiles.length, tribes: world.tribes.length, broken: broken.length };
    this.#list = memory;
    const problem = kept === 0 ? undefined : stays(kept);
    this.world = { savedAt: change.modifiedAt, gameTimeSeconds: world.gameTimeSeconds, held, problem };
    const said = { file: change.fileName, players: held.players, tribes: held.tribes, kept };
    if (kept > 0) log.warn(said, `a world save holds no players: ${problem ?? ""}`);
  }
}

const NOTHING: SavedChanges = {
  full: false,
  last: false,
  profiles: [],
  tribes: [],
  tributes: [],
  worlds: [],
  removed: [],
};

async function readEntries(
  worldName: string,
  { profiles, tribes }: World & { readonly game: "asa" },
): Promise<{ entries: WorldEntry[]; broken: BrokenEntry[] }> {
  const entries: WorldEntry[] = [];
  const broken: BrokenEntry[] = [];
  const readers = [
    ...tribes.map(
      ({ id, bytes }) =>
        () =>
          readWorldTribe(worldName, id, bytes),
    ),
    ...profiles.map((bytes) => () => readWorldProfile(worldName, bytes)),
  ];
  for (const [index, read] of readers.entries()) {
    if (index % READ_AT_ONCE === READ_AT_ONCE - 1) await nextTurn();
    const entry = read();
    if ("reason" in entry) broken.push(entry);
    else entries.push(entry);
  }
  return { entries, broken };
}

/** The creation time of a player within a world is unknown, so it counts from the first world with the player. */
function changesOf({ modifiedAt }: WorldChange, entries: readonly WorldEntry[]): Partial<SavedChanges> {
  const profiles: SaveChange<SavedProfile>[] = [];
  const tribes: SaveChange<SavedTribe>[] = [];
  for (const { fileName, stamp, content } of entries) {
    const file = { fileName, stamp: stamp as FileStamp, modifiedAt, createdAt: modifiedAt };
    if (content.kind === "profile") profiles.push({ ...file, content: content.profile });
    else tribes.push({ ...file, content: content.tribe });
  }
  return { profiles, tribes };
}
