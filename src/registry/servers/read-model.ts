/**
 * The catalogue of this process and how it stays correct. It is loaded from the database at start. This process's own
 * writes update it at once, and other processes' writes through the change feed.
 */
import { setImmediate } from "node:timers/promises";
import type { OpenFeed } from "../../kit/sql/feed-of.ts";
import type { SqlLog } from "../../kit/sql/log.ts";
import type { Change, FeedPosition } from "../../kit/sql/change-feed.ts";
import { Catalogue } from "./core/catalogue.ts";
import type { ServerChange } from "./core/version-record.ts";
import type { ServerStore } from "./store.ts";

export interface ReadModel {
  /** The present state. Replaced as a whole after a reload; do not keep it across requests. */
  readonly catalogue: Catalogue;
  /** Shows a change that this process has committed. */
  applied(change: ServerChange): Promise<void>;
  /** Reads everything and begins to follow. */
  start(): Promise<void>;
  /** Resolves when everything that was committed before the call is shown; rejects after `timeoutMs`, default 10,000. */
  catchUp(timeoutMs?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Whose words are indexed between two requests: about two milliseconds. */
const SERVERS_AT_ONCE = 50;

interface Announced {
  readonly name: string;
  readonly revision: number;
  readonly versions: readonly string[];
}

/**
 * @param openFeed makes the feed of `SERVERS_TOPIC`, given what to do when it has lost its place.
 * @param announce lets other processes know that there is something new to follow.
 */
export function readModel(
  store: ServerStore,
  openFeed: OpenFeed,
  log: SqlLog,
  announce: () => void = () => undefined,
): ReadModel {
  let catalogue = new Catalogue();
  let isStopped = false;
  /** The changes of this process that a load in progress may have missed; undefined when no load is in progress. */
  let own: ServerChange[] | undefined;

  const load = async (): Promise<FeedPosition> => {
    // The position comes first: what is committed while the load runs is then read twice, and not missed.
    const position = await feed.position();
    own = [];
    try {
      const all: ServerChange[] = [];
      for await (const batch of store.streamServers()) for (const server of batch) all.push(server);
      const fresh = new Catalogue();
      fresh.load(all);
      await addMissed(store, fresh, own, () => show(fresh));
    } finally {
      own = undefined;
    }
    log.info({ servers: catalogue.serverCount, versions: catalogue.versionCount }, "the catalogue is loaded");
    return position;
  };

  const show = (fresh: Catalogue): void => {
    catalogue = fresh;
    void indexWords(fresh);
  };
  const feed = openFeed(load);

  const indexWords = async (of: Catalogue): Promise<void> => {
    while (!isStopped && of === catalogue && of.indexSome(SERVERS_AT_ONCE)) await setImmediate();
  };

  const refresh = async (name: string): Promise<void> => {
    const whole = await store.readServer(name);
    if (whole) catalogue.replace(whole);
  };

  /** Reads what several changes of a server came to, in one statement for all servers of the batch. */
  const follow = async (changes: readonly Change[]): Promise<void> => {
    const target = new Map<string, number>();
    const versions = new Map<string, Set<string>>();
    for (const { payload } of changes) {
      const announced = payload as Announced;
      if (catalogue.revisionOf(announced.name) >= announced.revision) continue;
      target.set(announced.name, Math.max(target.get(announced.name) ?? 0, announced.revision));
      const known = versions.get(announced.name) ?? new Set<string>();
      for (const version of announced.versions) known.add(version);
      versions.set(announced.name, known);
    }
    if (versions.size === 0) return;
    const chained = chainLengths(changes, catalogue);
    for (const read of await store.readChanged(versions)) {
      // A server that has moved on since, or whose changes do not join what is shown, is read whole.
      const joins = read.revision === target.get(read.name) && chained.get(read.name) === read.revision;
      if (joins) catalogue.replace(read);
      else await refresh(read.name);
    }
  };

  return {
    get catalogue() {
      return catalogue;
    },
    async applied(change) {
      announce();
      own?.push(change);
      if (!catalogue.apply(change)) await refresh(change.name);
    },
    async start() {
      feed.start(await load(), follow);
    },
    catchUp: (timeoutMs) => feed.catchUp(timeoutMs),
    async stop() {
      isStopped = true;
      await feed.stop();
    },
  };
}

/**
 * Brings `fresh` to every change that this process has already answered, and calls `show` in the very turn in which
 * nothing is missing.
 */
async function addMissed(
  store: ServerStore,
  fresh: Catalogue,
  changes: ServerChange[],
  show: () => void,
): Promise<void> {
  for (;;) {
    const apart = new Set<string>();
    for (const change of changes.splice(0)) if (!fresh.apply(change)) apart.add(change.name);
    if (apart.size === 0) return show();
    for (const name of apart) {
      const whole = await store.readServer(name);
      if (whole) fresh.replace(whole);
    }
  }
}

/** The revision that each server reaches by joining announced changes to what is shown, one after the other. */
function chainLengths(changes: readonly Change[], catalogue: Catalogue): Map<string, number> {
  const reached = new Map<string, number>();
  const announced = changes.map(({ payload }) => payload as Announced);
  for (const { name, revision } of announced.sort((one, other) => one.revision - other.revision)) {
    const at = reached.get(name) ?? catalogue.revisionOf(name);
    if (revision === at + 1) reached.set(name, revision);
  }
  return reached;
}
