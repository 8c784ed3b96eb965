/** Makes a job due, within the transaction of the change that asks for it: the job exists exactly when the change does. */
import type { Static, TSchema } from "typebox";
import type { Queryable } from "../sql/database.ts";
import { formatInstant, type Instant } from "../time/instant.ts";
import type { Job } from "./job.ts";

export interface EnqueueOptions {
  readonly runAt?: Instant;
  /** Of several waiting jobs with one key only the last stays. */
  readonly key?: string;
}

export async function enqueue<Deps, Input extends TSchema>(
  tx: Queryable,
  job: Job<Deps, Input>,
  input: Static<Input>,
  options: EnqueueOptions = {},
): Promise<void> {
  await tx.query({
    name: "kit.enqueueJob",
    text: `select graphile_worker.add_job(identifier => $1, payload => $2::json, max_attempts => $3,
      run_at => $4::timestamptz, job_key => $5)::text`,
    values: [
      job.name,
      JSON.stringify(input),
      job.retry.maxAttempts,
      options.runAt === undefined ? null : formatInstant(options.runAt),
      options.key ?? null,
    ],
  });
}
