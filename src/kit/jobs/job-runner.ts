/** Runs jobs on graphile-worker: the only place that knows it. */
import { EventEmitter } from "node:events";
import { Logger, parseCronItems, run, runMigrations, type RunnerOptions } from "graphile-worker";
import { codeOf } from "../errors/code-of.ts";
import { UserError } from "../errors/user-error.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Connection } from "../sql/connection.ts";
import { MAY_NOT_USE_QUEUE } from "../sql/fit-database.ts";
import type { SqlLog } from "../sql/log.ts";
import { queryError } from "../sql/query-error.ts";
import { openWorkerPool } from "../sql/worker-pool.ts";
import { systemClock, type Clock } from "../time/clock.ts";
import type { Traces } from "../traces/traces.ts";
import { watchAbandoned } from "./abandoned.ts";
import { connectionUrl } from "./connection-url.ts";
import type { BoundJob, Schedule } from "./job.ts";
import { jobTask } from "./job-task.ts";

export interface JobRunnerOptions {
  /**
   * Must lead to PostgreSQL itself, or to a pool that hands out whole sessions: the runner listens for notifications
   * and holds a lock that shows that it lives.
   */
  readonly connection: Connection;
  readonly jobs: readonly BoundJob[];
  readonly schedules?: readonly Schedule[];
  readonly log: SqlLog;
  readonly clock?: Clock;
  /** Counts jobs as `tripod_jobs_total` and times them as `tripod_job_duration_seconds`. */
  readonly metrics?: Metrics;
  /** Shows tries of jobs in traces. */
  readonly traces?: Traces | undefined;
  /** Jobs at once in this process. Default 4. */
  readonly concurrency?: number;
  /** How often to look for work that was not announced. Default 1,000. */
  readonly pollMs?: number;
  /** How often to look for jobs whose process died; they are run again after two looks. Default 15,000. */
  readonly abandonedCheckMs?: number;
  /** A connection on which PostgreSQL does not answer for this long is replaced. Default 60,000. */
  readonly silenceMs?: number;
  /** How long `stop` lets jobs go on before it aborts their signals. Default 5,000. */
  readonly stopWaitMs?: number;
}

export interface JobRunner {
  /** Resolves when it runs. Should it fail later, it logs why and starts again, for as long as that takes. */
  start(): Promise<void>;
  /** Takes no more jobs, and waits for the running ones; after a while they are stopped and given back. */
  stop(): Promise<void>;
}

const MAX_CONNECTIONS = 3;
const ABANDONED_CHECK_MS = 15_000;
/** The queue's statements take milliseconds. */
const SILENCE_MS = 60_000;
const STOP_WAIT_MS = 5_000;
const MIN_RESTART_MS = 500;
const MAX_RESTART_MS = 30_000;

/**
 * Makes or updates the queue's own tables (schema `graphile_worker`).
 *
 * @throws UserError where this account may not, or a newer release has made them
 */
export async function migrateJobs(connection: Connection): Promise<void> {
  const pool = openWorkerPool(connectionUrl(connection), { maxConnections: 1 });
  try {
    await runMigrations({ pgPool: pool, logger: silent() });
  } catch (error) {
    throw queueFailure(error);
  } finally {
    void pool.end();
  }
}

const NEWER_QUEUE =
  "The queue of jobs in the database is of a newer release than this program. Start the newer release again, or restore a " +
  "backup made before the update.";

function queueFailure(error: unknown): unknown {
  const code = codeOf(error);
  if (code !== undefined) {
    const cause = queryError("kit.migrateJobs", error);
    return code === "42501" ? new UserError(MAY_NOT_USE_QUEUE, { cause }) : cause;
  }
  const isNewer = error instanceof Error && error.message.includes("which includes breaking migration");
  return isNewer ? new UserError(NEWER_QUEUE, { cause: error }) : error;
}

/** Makes a runner for the jobs of a process. Any number of them may work on one database. */
export function jobRunner(options: JobRunnerOptions): JobRunner {
  const clock = options.clock ?? systemClock();
  const stopping = new AbortController();
  let kept: Promise<void> | undefined;

  const startAgain = async (): Promise<Running | undefined> => {
    for (let waitMs = MIN_RESTART_MS; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, MAX_RESTART_MS)) {
      try {
        await clock.sleep(waitMs, stopping.signal);
        return await startOnce(options, clock);
      } catch (error) {
        if (!stopping.signal.aborted) options.log.error({ err: error }, "the job runner could not be started again");
      }
    }
    return undefined;
  };
  /** Stops it when we are stopped, and answers when, and why, it has ended. */
  const lifeOf = async (current: Running): Promise<unknown> => {
    let stopped: Promise<void> | undefined;
    const stop = (): void => {
      stopped = current.stop();
    };
    stopping.signal.addEventListener("abort", stop, { once: true });
    if (stopping.signal.aborted) stop();
    const reason = await current.ended;
    await stopped;
    stopping.signal.removeEventListener("abort", stop);
    return reason;
  };
  /** A runner ends when PostgreSQL is away for too long; the process must not go on without one. */
  const keepRunning = async (first: Running): Promise<void> => {
    for (let current: Running | undefined = first; current; current = await startAgain()) {
      const reason = await lifeOf(current);
      if (!stopping.signal.aborted) {
        options.log.error({ err: reason }, "the job runner stopped and will be started again");
      }
    }
  };

  return {
    async start() {
      kept = keepRunning(await startOnce(options, clock));
    },
    async stop() {
      stopping.abort();
      await kept;
    },
  };
}

interface Running {
  /** Resolves, with the reason if there is one, when the runner has ended; never rejects. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

async function startOnce(options: JobRunnerOptions, clock: Clock): Promise<Running> {
  const events = new EventEmitter();
  const over = new AbortController();
  const everyMs = options.abandonedCheckMs ?? ABANDONED_CHECK_MS;
  muteTraces();
  watchAbandoned({ events, clock, log: options.log, everyMs, signal: over.signal });
  const pool = openWorkerPool(connectionUrl(options.connection), {
    maxConnections: MAX_CONNECTIONS,
    silenceMs: options.silenceMs ?? SILENCE_MS,
  });
  try {
    const runner = await run({ ...workerOptions(options), pgPool: pool, events });
    let hasEnded = false;
    const ended = runner.promise
      .catch((error: unknown) => error)
      .finally(() => {
        hasEnded = true;
        over.abort();
        // Not waited for: a connection that the queue never gave back would keep this from ending.
        void pool.end();
      });
    return {
      ended,
      async stop() {
        if (!hasEnded) await runner.stop().catch(() => undefined);
        await ended;
      },
    };
  } catch (error) {
    over.abort();
    void pool.end();
    throw error;
  }
}

function workerOptions(options: JobRunnerOptions): RunnerOptions {
  const schedules = options.schedules ?? [];
  return {
    concurrency: options.concurrency ?? 4,
    pollInterval: options.pollMs ?? 1_000,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: options.stopWaitMs ?? STOP_WAIT_MS,
    // Without batches, graphile-worker does not wait for its writes about a finished job. A stop would leave jobs
    // marked as running, and a database that is away would be an unhandled rejection.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: silent(),
    taskList: Object.fromEntries(options.jobs.map((bound) => [bound.job.name, jobTask(bound, options)])),
    parsedCronItems: parseCronItems(
      schedules.map(({ job, pattern, input }) => ({
        task: job.name,
        match: pattern,
        payload: input as Record<string, unknown>,
        identifier: `${job.name} ${pattern}`,
        // A schedule that was missed while nothing ran is not made up for: the next time does it.
        options: { backfillPeriod: 0, maxAttempts: job.retry.maxAttempts },
      })),
    ),
  };
}

/** The queue prints a failed worker to the console as well, with its stack, where a log in JSON cannot hold it. The reason is logged. */
function muteTraces(): void {
  // oxlint-disable-next-line eslint/no-console -- so that nothing is printed
  console.trace = () => undefined;
}

/** The queue's own log repeats what `jobTask` says, with payloads. */
function silent(): Logger {
  return new Logger(() => () => undefined);
}
