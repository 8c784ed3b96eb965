/** One try of a job. */
import type { Task } from "graphile-worker";
import { Compile } from "typebox/compile";
import { maskText } from "../log/redact.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { SqlLog } from "../sql/log.ts";
import type { Traces } from "../traces/traces.ts";
import type { BoundJob } from "./job.ts";
import { TRACEPARENT } from "./trace-member.ts";

/** Durations in seconds. */
const BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900];

export interface JobTaskOptions {
  readonly log: SqlLog;
  readonly metrics?: Metrics;
  readonly traces?: Traces | undefined;
}

/**
 * The function that graphile-worker calls: it checks the input, keeps the time limit, logs a failure and counts how it
 * went.
 */
export function jobTask(bound: BoundJob, options: JobTaskOptions): Task {
  const { traces } = options;
  const task = untracedTask(bound, options);
  if (!traces) return task;
  const { name } = bound.job;
  return (payload, helpers) => {
    const { attempts: attempt } = helpers.job;
    const attributes = { "tripod.job": name, "tripod.attempt": attempt };
    const start = { name, kind: "consumer", parent: traceparentOf(payload), attributes } as const;
    return traces.run(start, () => task(payload, helpers));
  };
}

function untracedTask({ job, deps }: BoundJob, { log, metrics }: JobTaskOptions): Task {
  const validator = Compile(job.input);
  const count = counting(metrics, job.name);
  return async (payload, helpers) => {
    const { attempts: attempt, max_attempts: maxAttempts } = helpers.job;
    const startedAt = performance.now();
    const done = (outcome: Outcome): void => count(outcome, (performance.now() - startedAt) / 1000);
    const limit = timeLimit(job.name, job.timeoutMs, helpers.abortSignal);
    try {
      const input = ownInput(payload);
      if (!validator.Check(input)) throw new Error(`the input of job ${job.name} does not fit its schema`);
      const running = job.run(deps, input, { attempt, maxAttempts, signal: limit.signal });
      await Promise.race([running, limit.exceeded]);
      done("done");
    } catch (error) {
      const isLast = attempt >= maxAttempts;
      const fields = { err: error, job: job.name, id: helpers.job.id, attempt, maxAttempts };
      if (isLast) log.error(fields, "a job was given up");
      else log.warn({ ...fields, againInSeconds: backoffSeconds(attempt) }, "a job failed and will be tried again");
      done(isLast ? "given_up" : "failed");
      // The queue keeps the message in its table.
      throw new Error(maskText(error instanceof Error ? error.message : String(error)), { cause: error });
    } finally {
      limit.clear();
    }
  };
}

/** How long graphile-worker waits after a failed try. */
function backoffSeconds(attempt: number): number {
  return Math.round(Math.exp(Math.min(attempt, 10)));
}

const OUTCOMES = ["done", "failed", "given_up"] as const;

type Outcome = (typeof OUTCOMES)[number];

function counting(metrics: Metrics | undefined, job: string): (outcome: Outcome, seconds: number) => void {
  const total = metrics?.counter({
    name: "tripod_jobs_total",
    help: "Tries of jobs by how they ended; look at every one that is given up.",
    labels: ["job_name", "outcome"],
  });
  // From 0 on, so that an alert sees the first.
  for (const outcome of OUTCOMES) total?.inc({ job_name: job, outcome }, 0);
  const duration = metrics?.histogram({
    name: "tripod_job_duration_seconds",
    help: "How long tries of jobs took.",
    labels: ["job_name"],
    buckets: BUCKETS,
  });
  return (outcome, seconds) => {
    total?.inc({ job_name: job, outcome });
    duration?.observe({ job_name: job }, seconds);
  };
}

/** A signal that is aborted, and a promise that rejects, when time is up or the process stops. */
function timeLimit(name: string, timeoutMs: number, stopping: AbortSignal | undefined) {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error(`job ${name} took longer than ${timeoutMs} ms`)), timeoutMs);
  const forward = (): void => limit.abort(new Error("the process is stopping"));
  stopping?.addEventListener("abort", forward, { once: true });
  const exceeded = new Promise<never>((_resolve, reject) => {
    limit.signal.addEventListener("abort", () => reject(limit.signal.reason as Error), { once: true });
  });
  return {
    signal: limit.signal,
    exceeded,
    clear(): void {
      clearTimeout(timer);
      stopping?.removeEventListener("abort", forward);
    },
  };
}

/** Scheduled jobs carry when they were due, and jobs of a recorded request its trace; our inputs do not have either. */
function ownInput(payload: unknown): unknown {
  if (typeof payload !== "object" || payload === null) return payload;
  const { _cron: _due, [TRACEPARENT]: _trace, ...input } = payload as Record<string, unknown>;
  return input;
}

function traceparentOf(payload: unknown): string | undefined {
  const parent = (payload as Record<string, unknown> | null)?.[TRACEPARENT];
  return typeof parent === "string" ? parent : undefined;
}
