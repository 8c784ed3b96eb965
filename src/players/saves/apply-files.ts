/** Applies the saves of a server whose players and tribes have files of their own. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { WorldStatus } from "./core/source-status.ts";
import { loginAt } from "./core/world-changes.ts";
import type { SavedProfile } from "./core/profile.ts";
import type { SavedChanges } from "./saved-contents.ts";
import type { SaveStore, WorldFacts } from "./store.ts";
import type { FromDisk } from "./watch/watch-options.ts";
import type { WorldChange } from "./watch/save-changes.ts";
import { WorldError } from "./world/core/error.ts";
import type { readWorld, World } from "./world/read-world.ts";

export interface Applying {
  readonly server: string;
  readonly fence: number;
  readonly store: SaveStore;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
  readonly readWorld: typeof readWorld;
  readonly signal: AbortSignal;
  readonly readGameTime?: boolean;
  /** Of a world that holds its players; default a minute. */
  readonly removedAfterMs?: number | undefined;
}

export class FileApplier {
  readonly #applying: Applying;
  readonly #logins = new LoginTimes();
  world: WorldStatus = {};

  constructor(applying: Applying) {
    this.#applying = applying;
  }

  /** Worlds come last and separately: opening one takes time, and the players do not have to wait for it. */
  async apply(changes: SavedChanges, fromDisk: FromDisk): Promise<void> {
    const { server, fence, store, clock } = this.#applying;
    const { worlds } = changes;
    for (const { content } of changes.profiles) this.#logins.note(content);
    if (worlds.length === 0) {
      await store.apply({ server, fence, at: clock.now(), changes });
      return;
    }
    const hasMore = changes.profiles.length + changes.tribes.length + changes.tributes.length + changes.removed.length;
    if (hasMore > 0) {
      await store.apply({ server, fence, at: clock.now(), changes: { ...changes, worlds: [], last: false } });
    }
    const world = await this.#factsOf(newest(worlds), fromDisk);
    const alone = { ...changes, profiles: [], tribes: [], tributes: [], removed: [] };
    await store.apply({ server, fence, at: clock.now(), changes: alone, ...(world && { world }) });
    if (world) this.#logins.clear();
  }

  /** The players are known without it, so an unreadable world does not delay the rest: the game saves again soon. */
  async #factsOf(change: WorldChange, fromDisk: FromDisk): Promise<WorldFacts | undefined> {
    if (this.#applying.readGameTime === false) return undefined;
    try {
      const { gameTimeSeconds } = await fromDisk(() => this.#applying.readWorld(change.path, { store: "skip" }));
      const savedAt = change.modifiedAt;
      this.world = { savedAt, gameTimeSeconds };
      return { gameTimeSeconds, savedAt, logins: this.#logins.at({ gameTimeSeconds, savedAt }) };
    } catch (error) {
      if (this.#applying.signal.aborted) throw error;
      this.world = { ...this.world, problem: worldProblem(error) };
      this.#applying.log.warn({ file: change.fileName, err: error }, "the game's time could not be read");
      return undefined;
    }
  }
}

/** For people. The message of an unexpected error may hold anything, so it only goes to the log. */
export function worldProblem(error: unknown): string {
  return error instanceof WorldError ? error.message : "The world save could not be read.";
}

/** The world that was saved last, of several in one folder. */
export function newest(worlds: readonly WorldChange[]): WorldChange {
  return worlds.reduce((one, other) => (other.modifiedAt > one.modifiedAt ? other : one));
}

/** The facts of a world that players were read from. */
export function factsOf(world: World, savedAt: Instant, profiles: readonly SavedProfile[]): WorldFacts {
  const { gameTimeSeconds } = world;
  const logins = new LoginTimes();
  for (const profile of profiles) logins.note(profile);
  return { gameTimeSeconds, savedAt, logins: logins.at({ gameTimeSeconds, savedAt }) };
}

/** More accounts than any server has seen; beyond them a login is passed over. */
const MAX_LOGINS = 200_000;

/** When accounts came to the server, in the game's time, until a world save gives the conversion to ours. */
class LoginTimes {
  readonly #seconds = new Map<string, number>();

  note({ platformId, loginTime = 0, lastLoginTime = 0 }: SavedProfile): void {
    const seconds = Math.max(loginTime, lastLoginTime);
    if (platformId === undefined || !(seconds > 0) || this.#seconds.size >= MAX_LOGINS) return;
    this.#seconds.set(platformId, Math.max(seconds, this.#seconds.get(platformId) ?? 0));
  }

  at(world: Pick<WorldFacts, "gameTimeSeconds" | "savedAt">): WorldFacts["logins"] {
    return [...this.#seconds].flatMap(([platformId, seconds]) => {
      const at = loginAt(seconds, world);
      return at === undefined ? [] : [{ platformId, at }];
    });
  }

  clear(): void {
    this.#seconds.clear();
  }
}
