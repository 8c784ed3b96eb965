/** One round of following an upstream: asks for what has changed, applies it, and notes how far it got. */
import type { Ids } from "../../kit/ids/ids.ts";
import { fractionFrom } from "../../kit/ids/fraction-from.ts";
import type { Queryable } from "../../kit/sql/database.ts";
import { LeaseHolder, type LeaseHold } from "../../kit/sql/hold-lease.ts";
import { LeaseLost } from "../../kit/sql/lease.ts";
import { backOffMs } from "../../kit/time/back-off.ts";
import { plusMillis, type Instant } from "../../kit/time/instant.ts";
import { DAY_MS, HOUR_MS } from "../../kit/time/spans.ts";
import type { ImportCounts } from "./import-report.ts";
import { readChanges, readWhole, type ReadingDeps } from "./read-upstream.ts";
import type { SyncConfig } from "./settings.ts";
import { listUrl } from "./sources/list-url.ts";
import { UpstreamError } from "./sources/upstream-error.ts";
import type { SyncState, SyncStore } from "./store.ts";

export interface SyncRunDeps extends ReadingDeps {
  /** For the lease: one process at a time follows an upstream. */
  readonly db: Queryable;
  readonly sync: SyncStore;
  readonly ids: Ids;
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

/** Whatever an upstream forgot to report among its changes is found once a day. */
const FULL_EVERY_MS = DAY_MS;

/** Runs begin a moment after the minute at which they are due. */
const PUNCTUALITY_MS = 10_000;

const LEASE = "registry.sync";
const LEASE_MS = 120_000;

const MAX_BACKOFF_MS = HOUR_MS;
const MAX_ERROR_CHARACTERS = 500;

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
  hold: LeaseHold,
  upstream: string,
  before: SyncState | undefined,
): Promise<SyncOutcome> {
  const { clock, config, log, sync } = deps;
  const { lease, signal } = hold;
  const startedAt = clock.now();
  let state: SyncState = { ...(before ?? unknownState(upstream)), lastAttemptAt: startedAt };
  const save = async (changed: Partial<SyncState>): Promise<void> => {
    state = { ...state, ...changed };
    await sync.saveState(state, lease);
  };
  await save({});
  const isFullDue = state.lastFullAt === null || plusMillis(state.lastFullAt, FULL_EVERY_MS) <= startedAt;
  const since = isFullDue ? null : state.lastUpdatedAt;
  const intervalMs = config.syncIntervalSeconds * 1000;
  try {
    const { counts, pages, newest, begunAt } =
      since === null
        ? await readWhole(deps, hold, state, (unfinished) => save({ unfinished }))
        : await readChanges(deps, hold, upstream, since);
    await save({
      lastUpdatedAt: reachedBy(newest, begunAt, state),
      lastFullAt: since === null ? begunAt : state.lastFullAt,
      lastSuccessAt: clock.now(),
      lastError: null,
      failures: 0,
      nextAttemptAt: plusMillis(startedAt, intervalMs - PUNCTUALITY_MS),
      unfinished: null,
    });
    log.info({ upstream, pages, full: since === null, ...counts }, "followed the upstream");
    return { kind: "synced", full: since === null, pages, counts };
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
    const mayFollow = since === null && error instanceof UpstreamError && error.retryAfterMs === undefined;
    const lastUpdatedAt = mayFollow ? await followChanges(deps, hold, state) : state.lastUpdatedAt;
    const nextAttemptAt = plusMillis(clock.now(), waitMs);
    await save({ lastUpdatedAt, lastError: reason, failures, nextAttemptAt }).catch((cause: unknown) => {
      log.error({ err: cause, upstream }, "the failure could not be noted");
    });
    return { kind: "failed", reason };
  }
}

/**
 * After the whole of an upstream could not be read: one page that it does not give must not keep its changes from the mirror, day
 * after day. In a first reading these are the changes since its beginning. Answers the time that was reached.
 */
async function followChanges(deps: SyncRunDeps, hold: LeaseHold, state: SyncState): Promise<Instant | null> {
  const { upstream, lastUpdatedAt, unfinished } = state;
  const since = lastUpdatedAt ?? unfinished?.startedAt;
  if (since === undefined) return null;
  try {
    const { counts, newest, begunAt } = await readChanges(deps, hold, upstream, since);
    deps.log.info({ upstream, ...counts }, "followed the upstream's changes, though not all of it could be read");
    return reachedBy(newest, begunAt, state);
  } catch (error) {
    if (isLost(error, hold.signal)) throw hold.signal.aborted ? hold.signal.reason : error;
    return lastUpdatedAt;
  }
}

/** A time in the future would hide everything until then. */
function reachedBy(newest: number, begunAt: Instant, { lastUpdatedAt }: SyncState): Instant | null {
  const reached = Math.max(Math.min(newest, begunAt), lastUpdatedAt ?? 0);
  return reached > 0 ? (reached as Instant) : null;
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
    unfinished: null,
  };
}
