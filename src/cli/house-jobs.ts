/** The job that belongs to no service: keeping the outbox short. */
import { Type } from "typebox";
import { job, type BoundJob, type Schedule } from "../kit/jobs/job.ts";
import type { Database } from "../kit/sql/database.ts";
import { trimOutbox as trim } from "../kit/sql/outbox.ts";
import type { Clock } from "../kit/time/clock.ts";
import { plusMillis } from "../kit/time/instant.ts";
import { DAY_MS } from "../kit/time/spans.ts";

/** A process that was paused for longer reloads everything, which takes a second. */
const KEPT_MS = DAY_MS;

export const trimOutbox = job({
  name: "kit.trimOutbox",
  about: "Forgets changes that every process has long seen.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 120_000,

  async run({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
    await trim(db, plusMillis(clock.now(), -KEPT_MS));
  },
});

export const houseSchedules: readonly Schedule[] = [{ job: trimOutbox, pattern: "41 * * * *", input: {} }];

export function houseJobs(deps: { readonly db: Database; readonly clock: Clock }): BoundJob[] {
  return [{ job: trimOutbox, deps }];
}
