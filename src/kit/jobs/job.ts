/**
 * Jobs are values, like endpoints: a name, the shape of their input, how often and how long to try, and one function.
 * They are enqueued in the transaction of the change that makes them due, and run at least once: when a process dies
 * while running one, another process runs it. So every job must be safe to run twice.
 */
import type { Static, TSchema } from "typebox";

export interface JobContext {
  /** 1 for the first try. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Aborted when the job has run out of time or the process stops. */
  readonly signal: AbortSignal;
}

export interface Job<Deps = never, Input extends TSchema = TSchema> {
  /** `service.verbNoun`: the name in the queue, so it never changes. */
  readonly name: string;
  readonly about: string;
  readonly input: Input;
  readonly retry: { readonly maxAttempts: number };
  readonly timeoutMs: number;
  run(deps: Deps, input: Static<Input>, context: JobContext): Promise<void>;
}

/** Any job of a list, whatever it needs and takes. */
// oxlint-disable-next-line typescript/no-explicit-any -- a list of jobs erases the types that each job has
export type AnyJob = Job<any, any>;

/** Declares a job; checks that `run` fits the input. */
export function job<Deps, Input extends TSchema>(definition: Job<Deps, Input>): Job<Deps, Input> {
  return definition;
}

/** A job with what its `run` receives: the services of a process share one runner. */
export interface BoundJob {
  readonly job: AnyJob;
  readonly deps: unknown;
}

/** A job that a schedule makes due, once for all processes. */
export interface Schedule {
  readonly job: AnyJob;
  /** Five fields, as cron takes them, in UTC. */
  readonly pattern: string;
  readonly input: unknown;
}

/** A page that names every job, for `docs/generated/jobs.md`. */
export function jobsReference(jobs: readonly AnyJob[], schedules: readonly Schedule[]): string {
  const rows = jobs.map((each) => {
    const patterns = schedules.filter((schedule) => schedule.job === each).map(({ pattern }) => `\`${pattern}\``);
    const limit = `${each.timeoutMs / 1000} s`;
    return `| \`${each.name}\` | ${each.about} | ${each.retry.maxAttempts} | ${limit} | ${patterns.join(", ") || "when a change asks for it"} |`;
  });
  return [
    "# Jobs",
    "",
    "What runs in the background, on any process that runs jobs.",
    "",
    "| job | what it does | tries | time limit | when (UTC) |",
    "|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
