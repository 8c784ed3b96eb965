/** The waiting jobs of the queue, for the metrics. */
import type { Queryable } from "../sql/database.ts";

export const JOB_STATES = ["due", "later", "running", "given_up"] as const;

export type JobState = (typeof JOB_STATES)[number];

export interface JobCount {
  /** The job's name. */
  readonly job: string;
  readonly state: JobState;
  readonly count: number;
  /** Seconds since the oldest of them was due; below 0 for those that are due later. */
  readonly oldestSeconds: number;
}

/** Of more jobs than this, only this many are counted: one look costs a bounded time. */
const MOST_COUNTED = 200_000;

/** Counts jobs by name and state. A job that was given up stays in the queue until an operator removes it. */
export async function countJobs(db: Queryable): Promise<JobCount[]> {
  return db.query<JobCount>({
    name: "kit.countJobs",
    text: `select job, state, count(*) as count,
        extract(epoch from now() - min(run_at))::float8 as "oldestSeconds"
      from (
        select task_identifier as job, run_at,
          case when attempts >= max_attempts and locked_at is null then 'given_up'
            when locked_at is not null then 'running'
            when run_at > now() then 'later' else 'due' end as state
        from graphile_worker.jobs limit ${MOST_COUNTED}
      ) as queued
      group by job, state order by job, state limit 1000`,
  });
}
