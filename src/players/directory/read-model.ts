/**
 * The directory of this process and how it stays right: loaded from the database at start, brought forward by the
 * change feed. The things named in a change are reloaded, so that the directory is never newer than the database and
 * does not care in which order changes come.
 */
import type { Log } from "../../kit/log/log.ts";
import type { Change, FeedPosition } from "../../kit/sql/change-feed.ts";
import type { OpenFeed } from "../../kit/sql/feed-of.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { Transition } from "../presence/index.ts";
import { tombstoneHash } from "../privacy/index.ts";
import type { AnnouncedChange } from "./changes.ts";
import { Directory } from "./directory.ts";
import type { DirectoryStore } from "./store.ts";

export interface DirectoryModel {
  /** The present state. Replaced as a whole after a reload; do not keep it across requests. */
  readonly directory: Directory;
  /** Reads everything and begins to follow. */
  start(): Promise<void>;
  /** Resolves when everything that was committed before the call is shown; rejects after `timeoutMs`, default 10,000. */
  catchUp(timeoutMs?: number): Promise<void>;
  stop(): Promise<void>;
}

export interface DirectoryModelOptions {
  readonly store: DirectoryStore;
  /** Makes the feed of `PLAYERS_TOPIC`, given what to do when it has lost its place. */
  readonly openFeed: OpenFeed;
  readonly clock: Clock;
  readonly log: Pick<Log, "info">;
  /** Called for joins, moves and leaves, after the directory shows them. */
  readonly onTransition?: (change: Change, place: number, transition: Transition) => void;
  /** Called when a person was erased: earlier events may name them. */
  readonly onErased?: (change: Change) => void;
  /** Hears where the feed begins, before it is followed, and where it goes on after its place was lost. */
  readonly onPosition?: (position: FeedPosition) => void;
  /** Hears that everything was read again, because storage may have gone back to an older state. */
  readonly onReread?: () => void;
}

/** Between two looks at whether the name index has something to tidy. */
const TIDY_MS = 250;
/** Between two steps of tidying, so that requests are answered in between. */
const BREATHER_MS = 5;

export function directoryModel(options: DirectoryModelOptions): DirectoryModel {
  const { store, clock, log } = options;
  let directory = new Directory();
  const stopping = new AbortController();

  const load = async (): Promise<FeedPosition> => {
    // The position comes first: what is committed while the load runs is then read twice, and not missed.
    const position = await feed.position();
    const fresh = new Directory();
    for await (const players of store.streamPlayers()) fresh.loadPlayers(players);
    for await (const tribes of store.streamTribes()) fresh.loadTribes(tribes);
    fresh.putStrangers([], await store.readStrangers());
    fresh.finishLoading();
    // Tidying can wait until it serves: an index out of order answers rightly, only not as fast.
    directory = fresh;
    options.onPosition?.(position);
    log.info({ players: fresh.players.size, tribes: fresh.tribes.size }, "the directory of players is loaded");
    return position;
  };
  const feed = options.openFeed(async () => {
    const position = await load();
    options.onReread?.();
    return position;
  });

  const follow = async (changes: readonly Change[]): Promise<void> => {
    const announced = changes.map(({ payload }) => payload as AnnouncedChange);
    await refresh(store, directory, announced);
    for (const [at, change] of changes.entries()) {
      if (announced[at]?.erased) options.onErased?.(change);
      for (const [place, each] of (announced[at]?.transitions ?? []).entries())
        options.onTransition?.(change, place, each);
    }
  };

  return {
    get directory() {
      return directory;
    },
    async start() {
      feed.start(await load(), follow);
      clock.every(
        TIDY_MS,
        async () => {
          while (!stopping.signal.aborted && directory.tidy()) await clock.sleep(BREATHER_MS).catch(() => undefined);
        },
        stopping.signal,
      );
    },
    catchUp: (timeoutMs) => feed.catchUp(timeoutMs),
    async stop() {
      stopping.abort();
      await feed.stop();
    },
  };
}

/** Reloads what changes name, in two statements for the whole batch. */
async function refresh(
  store: DirectoryStore,
  directory: Directory,
  announced: readonly AnnouncedChange[],
): Promise<void> {
  const ids = [...new Set(announced.flatMap(({ players }) => players ?? []))];
  const accounts = [...new Set(announced.flatMap(({ accounts: named }) => named ?? []))];
  const tribes = [...new Set(announced.flatMap(({ tribes: named }) => named ?? []))];
  if (ids.length > 0 || accounts.length > 0) {
    const read = await store.readPlayers(ids, accounts);
    const there = new Set(read.map(({ id }) => String(id)));
    for (const id of ids) if (!there.has(id)) directory.removePlayer(BigInt(id));
    for (const player of read) directory.putPlayer(player);
  }
  // A player with a profile is no longer a stranger.
  if (accounts.length > 0) directory.putStrangers(accounts, await store.readStrangers(accounts));
  const erased = new Set(announced.flatMap(({ erased: digests }) => digests ?? []));
  if (erased.size > 0) {
    directory.forgetStrangers((account) => erased.has(tombstoneHash("account", account).toString("hex")));
  }
  if (tribes.length > 0) {
    const read = await store.readTribes(tribes);
    const there = new Set(read.map(({ id }) => id));
    for (const id of tribes) if (!there.has(id)) directory.removeTribe(id);
    for (const tribe of read) directory.putTribe(tribe);
  }
}
