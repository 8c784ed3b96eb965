/** Reads an upstream's list into the catalogue: what has changed, or everything. */
import type { LeaseHold } from "../../kit/sql/hold-lease.ts";
import type { SqlLog } from "../../kit/sql/log.ts";
import type { Outbound } from "../../kit/outbound/outbound.ts";
import type { Random } from "../../kit/ids/ids.ts";
import { parseInstant, plusMillis, type Instant } from "../../kit/time/instant.ts";
import { DAY_MS, MINUTE_MS } from "../../kit/time/spans.ts";
import { OFFICIAL_META } from "../servers/index.ts";
import { ReadingPlaces } from "./core/reading-places.ts";
import type { ImportCounts } from "./import-report.ts";
import { importServers, type ImportDeps } from "./import-servers.ts";
import type { SyncConfig } from "./settings.ts";
import type { UpstreamAccess } from "./sources/upstream-access.ts";
import { UpstreamError } from "./sources/upstream-error.ts";
import { walkRegistry, type Place, type Walk } from "./sources/walk-registry.ts";
import type { SyncState, UnfinishedReading } from "./store.ts";

export interface ReadingDeps extends ImportDeps {
  /** Its guard must allow the host of `syncUrl`; see `operatorHost`. */
  readonly syncHttp: Outbound;
  /** The upstream's credentials. Default: none. */
  readonly access?: UpstreamAccess | undefined;
  readonly random: Random;
  readonly log: SqlLog;
  readonly config: Pick<SyncConfig, "syncOriginName">;
}

export interface Reading {
  /** Of the last run, where several have read it. */
  readonly counts: ImportCounts;
  readonly pages: number;
  /** The newest change that it has seen, 0 for none. */
  readonly newest: number;
  readonly begunAt: Instant;
}

/** Changes become visible in the order of their commits, not of their times: an upstream's last minute is asked again. */
const OVERLAP_MS = 60_000;
/** How long a reading of everything may take at a time. The job that does it has an hour, and changes are followed in the rest. */
const WHOLE_MS = 45 * MINUTE_MS;
/** An older place is not gone on with. */
const PLACE_KEPT_MS = DAY_MS;
/** A list of more pages does not end: the next reading of it begins with the first page. */
const MAX_PAGES = 20_000;
/** A place with a longer cursor is not kept. */
const MAX_CURSOR = 4_096;
/** A quarter of an upstream may be odd; the log need not name each entry, each time. */
const MAX_LOGGED_PROBLEMS = 20;

/** @param since the newest change that was seen */
export async function readChanges(
  deps: ReadingDeps,
  hold: LeaseHold,
  upstream: string,
  since: Instant,
): Promise<Reading> {
  const begunAt = deps.clock.now();
  const seen = new SeenPages(0);
  const counts = await read(deps, hold, {
    baseUrl: upstream,
    updatedSince: plusMillis(since, -OVERLAP_MS),
    onPage: (items) => seen.note(items),
  });
  return { counts, pages: seen.pages, newest: seen.newest, begunAt };
}

/**
 * Reads the list from where an earlier run came to. Where the upstream does not give that page, it may no longer know it: then from
 * the first page.
 *
 * @param reached is told and waited for when servers are written, so that a later run can go on
 */
export async function readWhole(
  deps: ReadingDeps,
  hold: LeaseHold,
  { upstream, unfinished }: SyncState,
  reached: (unfinished: UnfinishedReading) => Promise<void>,
): Promise<Reading> {
  const keptFrom = plusMillis(deps.clock.now(), -PLACE_KEPT_MS);
  const mayGoOn = unfinished !== null && unfinished.reachedAt >= keptFrom && unfinished.pages < MAX_PAGES;
  if (!mayGoOn) return await readFrom(deps, hold, upstream, null, reached);
  try {
    return await readFrom(deps, hold, upstream, unfinished, reached);
  } catch (error) {
    if (!(error instanceof PlaceNotGiven)) throw error;
    deps.log.info({ upstream, err: error.cause }, "the page to go on with was not given: the first one is asked for");
    return await readFrom(deps, hold, upstream, null, reached);
  }
}

class PlaceNotGiven extends Error {
  override readonly name = "PlaceNotGiven";
}

async function readFrom(
  deps: ReadingDeps,
  hold: LeaseHold,
  upstream: string,
  start: UnfinishedReading | null,
  reached: (unfinished: UnfinishedReading) => Promise<void>,
): Promise<Reading> {
  const { clock } = deps;
  const begunAt = start?.startedAt ?? clock.now();
  const endAt = plusMillis(clock.now(), WHOLE_MS);
  const places = new ReadingPlaces<Place>(start?.pages ?? 0);
  const seen = new SeenPages(start?.newest ?? 0);
  const walk: Walk = {
    baseUrl: upstream,
    from: start?.place,
    onPage(items, place) {
      if (clock.now() > endAt) {
        throw new UpstreamError(`the upstream's pages did not end within ${WHOLE_MS / MINUTE_MS} minutes`);
      }
      seen.note(items);
      places.noteRead(place && place.cursor.length <= MAX_CURSOR ? place : undefined, items.flatMap(nameOf));
    },
  };
  try {
    const counts = await read(deps, hold, walk, async (written) => {
      const page = places.noteWritten(written);
      if (page) await reached({ startedAt: begunAt, reachedAt: clock.now(), newest: seen.newest, ...page });
    });
    return { counts, pages: seen.pages, newest: seen.newest, begunAt };
  } catch (error) {
    const mayBeGone = start && seen.pages === 0 && error instanceof UpstreamError && error.retryAfterMs === undefined;
    throw mayBeGone ? new PlaceNotGiven("the page was not given", { cause: error }) : error;
  }
}

async function read(
  deps: ReadingDeps,
  { lease, signal }: LeaseHold,
  walk: Walk,
  onWritten: (names: readonly string[]) => Promise<void> = async () => undefined,
): Promise<ImportCounts> {
  const { baseUrl: upstream } = walk;
  let problems = 0;
  const walkDeps = { outbound: deps.syncHttp, clock: deps.clock, random: deps.random, access: deps.access };
  return await importServers(deps, walkRegistry(walkDeps, { ...walk, signal }), {
    as: "mirror",
    originName: deps.config.syncOriginName,
    author: { method: "sync", subject: upstream },
    ordered: true,
    signal,
    lease,
    onProgress: (_, written) => onWritten(written),
    onProblem({ kind, name, version, reason }) {
      // Every full run finds those again, and the operator knows them.
      if (kind === "skipped" || problems++ >= MAX_LOGGED_PROBLEMS) return;
      deps.log.warn({ upstream, server: name, version, kind }, `an entry of the upstream is odd: ${reason}`);
    },
  });
}

/** The pages of a reading, and the newest change on them. */
class SeenPages {
  pages = 0;
  newest: number;

  constructor(newest: number) {
    this.newest = newest;
  }

  note(items: readonly unknown[]): void {
    this.pages++;
    for (const item of items) this.newest = Math.max(this.newest, updatedAtOf(item));
  }
}

function nameOf(item: unknown): readonly string[] {
  const name = (item as { server?: { name?: unknown } | null } | null)?.server?.name;
  return typeof name === "string" ? [name] : [];
}

function updatedAtOf(item: unknown): number {
  const meta = (item as { _meta?: Record<string, { updatedAt?: unknown } | null> | null } | null)?._meta;
  const text = meta?.[OFFICIAL_META]?.updatedAt;
  return typeof text === "string" ? (parseInstant(text) ?? 0) : 0;
}
