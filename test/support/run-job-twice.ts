import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";
import type { Job } from "../../src/kit/jobs/job.ts";

/**
 * Runs a job as the queue would, and then once more, as it would after a process died between the job's last effect and
 * its being marked as done. A test of the job compares what is there afterwards with what one run leaves.
 */
export async function runJobTwice<Deps, Input extends TSchema>(
  job: Job<Deps, Input>,
  deps: Deps,
  input: Static<Input>,
): Promise<void> {
  for (const attempt of [1, 2]) {
    // The queue keeps input as JSON.
    const received: unknown = JSON.parse(JSON.stringify(input));
    if (!Value.Check(job.input, received)) throw new Error(`the input of job ${job.name} does not fit its schema`);
    await job.run(deps, received, { attempt, maxAttempts: 2, signal: new AbortController().signal });
  }
}
