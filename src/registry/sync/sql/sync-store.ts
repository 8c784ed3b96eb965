/** How far upstreams were followed, on PostgreSQL. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import { assertFence } from "../../../kit/sql/lease.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { OriginCount, SyncState, SyncStore, UnfinishedReading } from "../store.ts";

interface Row {
  readonly upstream: string;
  readonly last_updated_at: Instant | null;
  readonly last_full_at: Instant | null;
  readonly last_attempt_at: Instant | null;
  readonly last_success_at: Instant | null;
  readonly last_error: string | null;
  readonly failures: number;
  readonly next_attempt_at: Instant | null;
  /** JSON that this file has written. */
  readonly unfinished: string | null;
}

export function syncStore(db: Database): SyncStore {
  return {
    readState: (upstream) => readSyncState(db, upstream),
    listStates: () => listSyncStates(db),
    countOrigins: () => countOrigins(db),
    saveState: (state, lease) =>
      db.transaction(async (tx) => {
        await assertFence(tx, lease.name, lease.fence);
        await saveSyncState(tx, state);
      }),
  };
}

/** Where to go on. */
async function readSyncState(db: Queryable, upstream: string): Promise<SyncState | undefined> {
  const [row] = await db.query<Row>({
    name: "registry.readSyncState",
    text: `select upstream, last_updated_at, last_full_at, last_attempt_at, last_success_at, last_error, failures,
      next_attempt_at, unfinished from registry.sync_state where upstream = $1`,
    values: [upstream],
  });
  return row && stateOf(row);
}

/** For the operator, who may have changed the upstream; the last one followed comes first. */
async function listSyncStates(db: Queryable): Promise<SyncState[]> {
  const rows = await db.query<Row>({
    name: "registry.listSyncStates",
    text: `select upstream, last_updated_at, last_full_at, last_attempt_at, last_success_at, last_error, failures,
      next_attempt_at, unfinished from registry.sync_state order by last_attempt_at desc nulls last, upstream limit 1000`,
  });
  return rows.map(stateOf);
}

/** How many servers came from where, for admins. It reads every server's row, which is short. */
function countOrigins(db: Queryable): Promise<OriginCount[]> {
  return db.query<OriginCount>({
    name: "registry.countOrigins",
    text: `select origin, count(*) as servers, sum(version_count)::bigint as versions
      from registry.servers group by origin order by count(*) desc, origin limit 1000`,
  });
}

/** The outcome of a run. */
async function saveSyncState(db: Queryable, state: SyncState): Promise<void> {
  const at = (instant: Instant | null): string | null => (instant === null ? null : timestamp(instant));
  await db.execute({
    name: "registry.saveSyncState",
    text: `insert into registry.sync_state (upstream, last_updated_at, last_full_at, last_attempt_at, last_success_at,
        last_error, failures, next_attempt_at, unfinished)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (upstream) do update set last_updated_at = excluded.last_updated_at,
        last_full_at = excluded.last_full_at, last_attempt_at = excluded.last_attempt_at,
        last_success_at = excluded.last_success_at, last_error = excluded.last_error, failures = excluded.failures,
        next_attempt_at = excluded.next_attempt_at, unfinished = excluded.unfinished`,
    values: [
      state.upstream,
      at(state.lastUpdatedAt),
      at(state.lastFullAt),
      at(state.lastAttemptAt),
      at(state.lastSuccessAt),
      state.lastError,
      state.failures,
      at(state.nextAttemptAt),
      state.unfinished && JSON.stringify(state.unfinished),
    ],
  });
}

function stateOf(row: Row): SyncState {
  return {
    upstream: row.upstream,
    lastUpdatedAt: row.last_updated_at,
    lastFullAt: row.last_full_at,
    lastAttemptAt: row.last_attempt_at,
    lastSuccessAt: row.last_success_at,
    lastError: row.last_error,
    failures: row.failures,
    nextAttemptAt: row.next_attempt_at,
    unfinished: row.unfinished === null ? null : (JSON.parse(row.unfinished) as UnfinishedReading),
  };
}
