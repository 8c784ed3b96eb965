/**
 * Gives back the jobs of runners that died. A runner marks the jobs that it runs as its own. When its process is
 * killed, the mark stays: graphile-worker would wait four hours before it gives them to another runner. So each runner
 * holds a lock of its session for as long as it lives, and each looks from time to time whose lock is gone.
 */
import type { EventEmitter } from "node:events";
import type { WorkerEventMap, WorkerEvents } from "graphile-worker";
import type { SqlLog } from "../sql/log.ts";
import type { Clock } from "../time/clock.ts";
import { LostJobs, type Session } from "./lost-jobs.ts";

/** First of the two numbers of the advisory locks, so that they meet no others: "jobs" in ASCII. */
const LOCK_SPACE = 0x6a_6f_62_73;

const HOLD = "select pg_advisory_lock_shared($1, hashtext($2))";

/** Runners with jobs whose lock is free. The attempt to take it ends with the statement. */
const ABANDONED = `
  select runner from (select distinct locked_by as runner from graphile_worker.jobs where locked_by is not null) as busy
  where runner <> $2 and pg_try_advisory_xact_lock($1, hashtext(runner))`;

const THEIR_JOBS = `
  select id::text as id, task_identifier as job, attempts >= max_attempts as "wasLast" from graphile_worker.jobs
  where locked_by = any($1::text[])`;

const FREE = "select graphile_worker.force_unlock_workers($1::text[])";

const HOLD_AFTER_MS = 200;

interface AbandonedJob {
  readonly id: string;
  readonly job: string;
  readonly wasLast: boolean;
}

export interface WatchOptions {
  readonly events: WorkerEvents;
  readonly clock: Clock;
  readonly log: SqlLog;
  /** A runner counts as dead when its lock was gone twice in a row, so after at most two of these. */
  readonly everyMs: number;
  /** Aborted when the runner ends. */
  readonly signal: AbortSignal;
}

/**
 * Watches on the connection that the runner keeps open for notifications. Runners whose connection broke off for a
 * moment are spared by the second look. If one is not, its job runs twice; every job is made for that.
 */
export function watchAbandoned({ events, clock, log, everyMs, signal }: WatchOptions): void {
  let own: { readonly session: Session; readonly runner: string; isHeld: boolean } | undefined;
  let suspects: ReadonlySet<string> = new Set();
  const emitter: EventEmitter = events;
  const lost = new LostJobs(emitter, log);

  const hold = async (session: Session, runner: string): Promise<void> => {
    // The runner has just sent something itself, and a connection takes one thing at a time.
    await clock.sleep(HOLD_AFTER_MS, signal);
    if (own?.session !== session) return;
    await session.query(HOLD, [LOCK_SPACE, runner]);
    if (own?.session === session) own.isHeld = true;
  };
  emitter.on("pool:listen:success", ({ client, workerPool }: WorkerEventMap["pool:listen:success"]) => {
    own = { session: client, runner: workerPool.id, isHeld: false };
    hold(client, workerPool.id).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, "the job runner could not take its lock; it tries again");
    });
  });
  emitter.on("pool:listen:release", () => {
    own = undefined;
  });

  const look = async (): Promise<void> => {
    if (!own) return;
    const { session, runner, isHeld } = own;
    try {
      // Without it, the others take this runner for dead, and run its jobs a second time.
      if (!isHeld) await hold(session, runner);
      const { rows } = await session.query<{ runner: string }>(ABANDONED, [LOCK_SPACE, runner]);
      const gone = rows.map((row) => row.runner);
      const dead = gone.filter((each) => suspects.has(each));
      suspects = new Set(gone);
      if (dead.length > 0) await free(session, dead, log);
      await lost.look(session, runner);
    } catch (error) {
      // The listening connection itself is watched, and mended, by the runner.
      if (!signal.aborted) log.warn({ err: error }, "could not look for jobs of runners that died");
    }
  };
  clock.every(everyMs, look, signal);
}

async function free(session: Session, dead: readonly string[], log: SqlLog): Promise<void> {
  const { rows } = await session.query<AbandonedJob>(THEIR_JOBS, [dead]);
  await session.query(FREE, [dead]);
  for (const { id, job, wasLast } of rows) {
    if (wasLast) log.error({ job, id }, "a job was given up: the process that ran it for the last time died");
    else log.warn({ job, id }, "a job will be tried again: the process that ran it died");
  }
}
