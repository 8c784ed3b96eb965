/** One round of following an upstream: asks for what has changed, applies it, and notes how far it got. */
import type { Ids, Random } from "../../kit/ids/ids.ts";
import type { Outbound } from "../../kit/outbound/outbound.ts";
import type { Queryable } from "../../kit/sql/database.ts";
import { LeaseHolder, type LeaseHold } from "../../kit/sql/hold-lease.ts";
import { LeaseLost, type Lease } from "../../kit/sql/lease.ts";
import type { SqlLog } from "../../kit/sql/log.ts";
import { backOffMs } from "../../kit/time/back-off.ts";
import { parseInstant, plusMillis, type Instant } from "../../kit/time/instant.ts";
import { HOUR_MS, DAY_MS, MINUTE_MS } from "../../kit/time/spans.ts";
import { OFFICIAL_META } from "../servers/index.ts";
import type { ImportCounts } from "./import-report.ts";
import { importServers, type ImportDeps } from "./import-servers.ts";
import type { SyncConfig } from "./settings.ts";
import { fractionFrom } from "../../kit/ids/fraction-from.ts";
import { listUrl } from "./sources/list-url.ts";
import type { UpstreamAccess } from "./sources/upstream-access.ts";
import { UpstreamError } from "./sources/upstream-error.ts";
import { walkRegistry } from "./sources/walk-registry.ts";
import type { SyncState, SyncStore } from "./store.ts";

export interface SyncRunDeps extends ImportDeps {
  /** For the lease: one process at a time follows an upstream. */
  readonly db: Queryable;
  readonly sync: SyncStore;
  /** Its guard must allow the host of `syncUrl`; see `operatorHost`. */
  readonly syncHttp: Outbound;
  /** The upstream's credentials. Default: none. */
  readonly access?: UpstreamAccess | undefined;
  readonly ids: Ids;
  readonly random: Random;
  readonly log: SqlLog;
  readonly config: SyncConfig;
}

/**
 * `off`: no upstream is set. `notDue`: it was asked not long ago. `held`: another run is at it.
 * `failed` is noted and tried again later; what was applied before stays.
 */
export type SyncOutcome =
  | { readonly kind: "off" | "notDue" | "held" }
  | { readonly kind: "synced"; readonly full: boolean; readonly pages: number; readonly counts: ImportCounts }
  | { readonly kind: "failed"; readonly reason: string };

/** Changes become visible in the order of their commits, not of their times: an upstream's last minute is asked again. */
const OVERLAP_MS = 60_000;

/** Whatever an upstream forgot to report among its changes is found once a day. */
const FULL_EVERY_MS = DAY_MS;

/** How long a reading of everything may take. The job that does it has an hour, and changes are followed in the rest. */
const WHOLE_MS = 45 * MINUTE_MS;

/** Runs begin a moment after the minute at which they are due. */
const PUNCTUALITY_MS = 10_000;

const LEASE = "registry.sync";
const LEASE_MS = 120_000;

const MAX_BACKOFF_MS = HOUR_MS;
const MAX_ERROR_CHARACTERS = 500;
/** A quarter of an upstream may be odd; the log need not name each entry, each time. */
const MAX_LOGGED_PROBLEMS = 20;

/** The name under which the state of an upstream is kept: its base URL with the version, however it was written. */
export function upstreamOf(syncUrl: string): string {
  return listUrl(syncUrl).replace(/\/servers$/, "");
}

/** @param options.force asks although it is not due yet. */
export async function syncOnce(
  deps: SyncRunDeps,
  signal: AbortSignal,
  { force = false }: { readonly force?: boolean } = {},
): Promise<SyncOutcome> {
  const { config, sync, clock, db, log, ids } = deps;
  if (config.syncUrl === "") return { kind: "off" };
  const upstream = upstreamOf(config.syncUrl);
  const isDue = (state: SyncState | undefined): boolean =>
    force || state === undefined || state.nextAttemptAt === null || state.nextAttemptAt <= clock.now();
  // Looked at before the lease too: most processes find out here that there is nothing to do.
  if (!isDue(await sync.readState(upstream))) return { kind: "notDue" };
  try {
    const leases = new LeaseHolder({ db, clock, log, owner: ids.next("syn"), ttlMs: LEASE_MS });
    const follow = async (hold: LeaseHold): Promise<SyncOutcome> => {
      const state = await sync.readState(upstream);
      return isDue(state) ? await run(deps, hold, upstream, state) : { kind: "notDue" };
    };
    return (await leases.whileHeld(LEASE, follow, signal)) ?? { kind: "held" };
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    // The outcome of the run is for the next holder to note.
    const reason = reasonOf(error, signal);
    log.warn({ upstream }, `the upstream could not be followed: ${reason}`);
    return { kind: "failed", reason };
  }
}

async function run(
  deps: SyncRunDeps,
  { lease, signal }: LeaseHold,
  upstream: string,
  before: SyncState | undefined,
): Promise<SyncOutcome> {
  const { clock, config, log, sync } = deps;
  const startedAt = clock.now();
  const state: SyncState = { ...(before ?? unknownState(upstream)), lastAttemptAt: startedAt };
  await sync.saveState(state, lease);
  const isFullDue = state.lastFullAt === null || plusMillis(state.lastFullAt, FULL_EVERY_MS) <= startedAt;
  const since = isFullDue || state.lastUpdatedAt === null ? undefined : plusMillis(state.lastUpdatedAt, -OVERLAP_MS);
  const intervalMs = config.syncIntervalSeconds * 1000;
  try {
    const { counts, pages, newest } = await apply(deps, lease, upstream, since, signal);
    const after: SyncState = {
      ...state,
      lastUpdatedAt: reachedBy(newest, startedAt, state),
      lastFullAt: since === undefined ? startedAt : state.lastFullAt,
      lastSuccessAt: clock.now(),
      lastError: null,
      failures: 0,
      nextAttemptAt: plusMillis(startedAt, intervalMs - PUNCTUALITY_MS),
    };
    await sync.saveState(after, lease);
    log.info({ upstream, pages, full: since === undefined, ...counts }, "followed the upstream");
    return { kind: "synced", full: since === undefined, pages, counts };
  } catch (error) {
    if (isLost(error, signal)) throw signal.aborted ? signal.reason : error;
    const failures = state.failures + 1;
    const waitMs = Math.max(
      backOffMs(
        failures,
        { firstMs: intervalMs, maxMs: Math.max(MAX_BACKOFF_MS, intervalMs) },
        fractionFrom(deps.random),
      ),
      error instanceof UpstreamError ? (error.retryAfterMs ?? 0) : 0,
    );
    const reason = reasonOf(error, signal).slice(0, MAX_ERROR_CHARACTERS);
    log.warn({ err: error, upstream, failures, retry_ms: waitMs }, `the upstream could not be followed: ${reason}`);
    // One that asks to be left alone is left alone.
    const mayFollow = since === undefined && error instanceof UpstreamError && error.retryAfterMs === undefined;
    const lastUpdatedAt = mayFollow ? await followChanges(deps, lease, state, signal) : state.lastUpdatedAt;
    const nextAttemptAt = plusMillis(clock.now(), waitMs);
    const after = { ...state, lastUpdatedAt, lastError: reason, failures, nextAttemptAt };
    await sync.saveState(after, lease).catch((cause: unknown) => {
      log.error({ err: cause, upstream }, "the failure could not be noted");
    });
    return { kind: "failed", reason };
  }
}

/**
 * After the whole of an upstream could not be read: one page that it does not give must not keep its changes from the mirror, day
 * after day. Answers the time that was reached.
 */
async function followChanges(
  deps: SyncRunDeps,
  lease: Lease,
  state: SyncState,
  signal: AbortSignal,
): Promise<Instant | null> {
  const { upstream, lastUpdatedAt } = state;
  if (lastUpdatedAt === null) return null;
  const startedAt = deps.clock.now();
  try {
    const { counts, newest } = await apply(deps, lease, upstream, plusMillis(lastUpdatedAt, -OVERLAP_MS), signal);
    deps.log.info({ upstream, ...counts }, "followed the upstream's changes, though not all of it could be read");
    return reachedBy(newest, startedAt, state);
  } catch (error) {
    if (isLost(error, signal)) throw signal.aborted ? signal.reason : error;
    return lastUpdatedAt;
  }
}

/** A time in the future would hide everything until then. */
function reachedBy(newest: number, startedAt: Instant, { lastUpdatedAt }: SyncState): Instant | null {
  const reached = Math.max(Math.min(newest, startedAt), lastUpdatedAt ?? 0);
  return reached > 0 ? (reached as Instant) : null;
}

async function apply(
  deps: SyncRunDeps,
  lease: Lease,
  upstream: string,
  updatedSince: Instant | undefined,
  signal: AbortSignal,
): Promise<{ counts: ImportCounts; pages: number; newest: number }> {
  let pages = 0;
  let newest = 0;
  let problems = 0;
  const endAt = updatedSince === undefined ? plusMillis(deps.clock.now(), WHOLE_MS) : Infinity;
  const walkDeps = { outbound: deps.syncHttp, clock: deps.clock, random: deps.random, access: deps.access };
  const items = walkRegistry(walkDeps, {
    baseUrl: upstream,
    updatedSince,
    signal,
    onPage(page) {
      if (deps.clock.now() > endAt) {
        throw new UpstreamError(`the upstream's pages did not end within ${WHOLE_MS / MINUTE_MS} minutes`);
      }
      pages++;
      newest = page.reduce<number>((latest, item) => Math.max(latest, updatedAtOf(item)), newest);
    },
  });
  const counts = await importServers(deps, items, {
    as: "mirror",
    originName: deps.config.syncOriginName,
    author: { method: "sync", subject: upstream },
    ordered: true,
    signal,
    lease,
    onProblem({ kind, name, version, reason }) {
      // Every full run finds those again, and the operator knows them.
      if (kind === "skipped" || problems++ >= MAX_LOGGED_PROBLEMS) return;
      deps.log.warn({ upstream, server: name, version, kind }, `an entry of the upstream is odd: ${reason}`);
    },
  });
  return { counts, pages, newest };
}

function updatedAtOf(item: unknown): number {
  const meta = (item as { _meta?: Record<string, { updatedAt?: unknown } | null> | null } | null)?._meta;
  const text = meta?.[OFFICIAL_META]?.updatedAt;
  return typeof text === "string" ? (parseInstant(text) ?? 0) : 0;
}

/** The shown part: an upstream's failure unchanged, and of everything else only that it happened. */
function reasonOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof UpstreamError) return error.message;
  if (error instanceof LeaseLost) return error.message;
  if (signal.aborted) return signal.reason instanceof Error ? signal.reason.message : "it was stopped";
  return "an internal error, which is in the log";
}

/** Whether the run ended because the right to it did. */
function isLost(error: unknown, signal: AbortSignal): boolean {
  return error instanceof LeaseLost || (signal.aborted && signal.reason instanceof LeaseLost);
}

function unknownState(upstream: string): SyncState {
  return {
    upstream,
    lastUpdatedAt: null,
    lastFullAt: null,
    lastAttemptAt: null,
    lastSuccessAt: null,
    lastError: null,
    failures: 0,
    nextAttemptAt: null,
  };
}
