/** Takes what waits in the queue of jobs from one database to another, whatever releases of the queue they have. */
import type { DirectClient } from "../sql/connection.ts";
import { queryError } from "../sql/query-error.ts";

/**
 * The statement that reads every waiting job, for `COPY`. Jobs that failed permanently, and schedules, are not
 * included.
 */
export const COPY_OF_JOBS = `copy (
    select t.identifier, j.payload, j.run_at, j.max_attempts, j.key, j.priority
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.attempts < j.max_attempts order by j.id
  ) to stdout`;

/** Where `enqueueCarried` finds jobs: a table of the session, with the columns of `COPY_OF_JOBS`. */
export const CARRIED_JOBS = {
  schema: "pg_temp",
  table: "carried_jobs",
  columns: ["identifier", "payload", "run_at", "max_attempts", "key", "priority"],
} as const;

/** Whether the queue was ever made. */
export async function hasQueue(client: DirectClient): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('graphile_worker._private_jobs') is not null as there",
  );
  return rows[0]?.there === true;
}

/** Makes the table of `CARRIED_JOBS`, empty. It ends with the session. */
export async function makeCarried(client: DirectClient): Promise<void> {
  await client.query(`create temporary table carried_jobs (
    identifier text, payload json, run_at timestamptz, max_attempts integer, key text, priority integer)`);
}

/**
 * Enqueues the content of the table `CARRIED_JOBS`. A job that ran at the moment of the copy runs again, as after a
 * crash.
 *
 * @param without names of jobs that are left out
 * @returns how many were enqueued, and how many were left out
 */
export async function enqueueCarried(
  client: DirectClient,
  without: readonly string[],
): Promise<{ readonly enqueued: number; readonly leftOut: number }> {
  try {
    const { rows } = await client.query<{ all: number; enqueued: number }>(
      `select (select count(*) from carried_jobs) as all, count(graphile_worker.add_job(identifier => identifier,
          payload => payload, run_at => run_at, max_attempts => max_attempts, job_key => key, priority => priority)) as enqueued
        from carried_jobs where identifier <> all ($1::text[])`,
      [without],
    );
    const [{ all, enqueued } = { all: 0, enqueued: 0 }] = rows;
    return { enqueued, leftOut: all - enqueued };
  } catch (error) {
    throw queryError("kit.enqueueCarried", error);
  }
}
