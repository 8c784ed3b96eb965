/** Makes a job due, within the transaction of the change that asks for it: the job exists exactly when the change does. */
import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";
import { invariant } from "../errors/invariant.ts";
import type { Queryable } from "../sql/database.ts";
import { formatInstant, type Instant } from "../time/instant.ts";
import type { Job } from "./job.ts";
import { traceMember } from "./trace-member.ts";

export interface EnqueueOptions {
  /** Default: at once. */
  readonly runAt?: Instant;
  /** Of several waiting jobs with one key only the last stays. */
  readonly key?: string;
  /** Instead of the job's own values. */
  readonly maxAttempts?: number;
}

/** The subject of a job, not its data: those are read from the tables when it runs. */
const MAX_INPUT_CHARACTERS = 262_144;

/**
 * Adds the job to the queue. It can run as soon as the transaction has been committed, on any process.
 *
 * @throws BrokenInvariant when the input does not fit the job's schema or is longer than 262,144 characters as JSON.
 */
export async function enqueue<Deps, Input extends TSchema>(
  tx: Queryable,
  job: Job<Deps, Input>,
  input: Static<Input>,
  options: EnqueueOptions = {},
): Promise<void> {
  const payload = JSON.stringify({ ...(input as object), ...traceMember() });
  invariant(Value.Check(job.input, input), `the input of job ${job.name} fits its schema`);
  invariant(payload.length <= MAX_INPUT_CHARACTERS, `the input of job ${job.name} has at most 262,144 characters`);
  await tx.query({
    name: "kit.enqueueJob",
    text: `select graphile_worker.add_job(identifier => $1, payload => $2::json, max_attempts => $3,
      run_at => $4::timestamptz, job_key => $5)::text`,
    values: [
      job.name,
      payload,
      options.maxAttempts ?? job.retry.maxAttempts,
      options.runAt === undefined ? null : formatInstant(options.runAt),
      options.key ?? null,
    ],
  });
}
