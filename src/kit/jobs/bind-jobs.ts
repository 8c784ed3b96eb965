/** Binds a table of jobs to the dependencies of its jobs. */
import type { DepsOf } from "../deps-of.ts";
import type { AnyJob, BoundJob } from "./job.ts";

/** Does not compile where a part is missing that a job of the table names. */
export function bindJobs<const Table extends readonly AnyJob[]>(jobs: Table, deps: NoInfer<DepsOf<Table>>): BoundJob[] {
  return jobs.map((job) => ({ job, deps }));
}
