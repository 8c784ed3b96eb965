/** Runs jobs on graphile-worker: the only place that knows it. */
import { Logger, parseCronItems, run, runMigrations, type Runner, type RunnerOptions, type TaskList } from "graphile-worker";
import { Compile } from "typebox/compile";
import type { Connection } from "../sql/connection.ts";
import type { SqlLog } from "../sql/log.ts";
import { connectionUrl } from "./connection-url.ts";
import type { BoundJob, Schedule } from "./job.ts";

export interface JobRunnerOptions {
  readonly connection: Connection;
  readonly jobs: readonly BoundJob[];
  readonly schedules?: readonly Schedule[];
  readonly log: SqlLog;
  /** Jobs at once in this process. Default 4. */
  readonly concurrency?: number;
  /** How often to look for work that nobody announced. Default 1,000. */
  readonly pollMs?: number;
}

export interface JobRunner {
  start(): Promise<void>;
  /** Takes no more jobs, and waits for those that run; after 5 s they are given back to the queue. */
  stop(): Promise<void>;
}

/** Makes or updates the queue's own tables (schema `graphile_worker`). */
export async function migrateJobs(connection: Connection): Promise<void> {
  await runMigrations({ connectionString: connectionUrl(connection), logger: silent() });
}

export function jobRunner(options: JobRunnerOptions): JobRunner {
  let runner: Runner | undefined;
  return {
    async start() {
      runner = await run(workerOptions(options));
      // The runner's promise rejects when it dies; without a handler that would end the process.
      runner.promise.catch((error: unknown) => options.log.error({ err: error }, "the job runner stopped"));
    },
    async stop() {
      await runner?.stop();
      runner = undefined;
    },
  };
}

function workerOptions(options: JobRunnerOptions): RunnerOptions {
  const schedules = options.schedules ?? [];
  return {
    connectionString: connectionUrl(options.connection),
    concurrency: options.concurrency ?? 4,
    pollInterval: options.pollMs ?? 1_000,
    maxPoolSize: 3,
    noHandleSignals: true,
    logger: silent(),
    taskList: Object.fromEntries(options.jobs.map((bound) => [bound.job.name, task(bound, options)])),
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

function task({ job, deps }: BoundJob, { log }: JobRunnerOptions): TaskList[string] {
  const validator = Compile(job.input);
  return async (payload, helpers) => {
    const { attempts: attempt, max_attempts: maxAttempts } = helpers.job;
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(new Error(`job ${job.name} took longer than ${job.timeoutMs} ms`)), job.timeoutMs);
    const stopping = helpers.abortSignal;
    const forward = (): void => stop.abort(new Error("the process is stopping"));
    stopping?.addEventListener("abort", forward, { once: true });
    try {
      const input = withoutCron(payload);
      if (!validator.Check(input)) throw new Error(`the input of job ${job.name} does not fit its schema`);
      await Promise.race([job.run(deps as never, input, { attempt, maxAttempts, signal: stop.signal }), aborted(stop.signal)]);
    } catch (error) {
      const last = attempt >= maxAttempts;
      log[last ? "error" : "warn"]({ err: error, job: job.name, attempt, maxAttempts }, last ? "a job was given up" : "a job failed and will be tried again");
      throw error;
    } finally {
      clearTimeout(timer);
      stopping?.removeEventListener("abort", forward);
    }
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}

/** Scheduled jobs carry when they were due; no input of ours has that. */
function withoutCron(payload: unknown): unknown {
  if (typeof payload !== "object" || payload === null || !("_cron" in payload)) return payload;
  const { _cron: _due, ...input } = payload as Record<string, unknown>;
  return input;
}

/** The queue's own log repeats what `task` says, with payloads. */
function silent(): Logger {
  return new Logger(() => () => undefined);
}
