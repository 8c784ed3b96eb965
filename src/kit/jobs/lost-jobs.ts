/**
 * Gives back the jobs that a runner has taken without learning of it: the answer that named them was lost with its connection. The
 * runner's mark would stay on them, and graphile-worker would wait four hours before it hands them out again.
 */
import type { EventEmitter } from "node:events";
import type { WorkerEventMap } from "graphile-worker";
import type { SqlLog } from "../sql/log.ts";

const MARKED = `
  select id::text as id, task_identifier as job, locked_at::text as "lockedAt" from graphile_worker.jobs
  where locked_by = $1 limit 10000`;

/** A job that never began has not used up an attempt. */
const FREE = `
  update graphile_worker._private_jobs set locked_by = null, locked_at = null,
    attempts = case when id = any($3::bigint[]) then attempts else greatest(attempts - 1, 0) end
  where id = any($2::bigint[]) and locked_by = $1`;

/** The connection on which a runner listens. */
export type Session = WorkerEventMap["pool:listen:success"]["client"];

interface MarkedJob {
  readonly id: string;
  readonly job: string;
  readonly lockedAt: string;
}

export class LostJobs {
  readonly #log: SqlLog;
  readonly #running = new Set<string>();
  /** Jobs that ended here since they were last seen to be unmarked. */
  readonly #ended = new Set<string>();
  #suspects: ReadonlySet<string> = new Set();

  constructor(events: EventEmitter, log: SqlLog) {
    this.#log = log;
    events.on("job:start", ({ job }: WorkerEventMap["job:start"]) => this.#running.add(job.id));
    events.on("job:complete", ({ job }: WorkerEventMap["job:complete"]) => {
      this.#running.delete(job.id);
      this.#ended.add(job.id);
    });
  }

  /**
   * To be called from time to time. A job counts as lost when it was marked and did not run at two calls in a row, so answers that are
   * on their way are waited for. A job whose end was not stored runs a second time; every job is made for that.
   */
  async look(session: Session, runner: string): Promise<void> {
    const { rows } = await session.query<MarkedJob>(MARKED, [runner]);
    const marked = new Set(rows.map(({ id }) => id));
    const idle = rows.filter(({ id }) => !this.#running.has(id));
    const lost = idle.filter((each) => this.#suspects.has(markOf(each)));
    this.#suspects = new Set(idle.map(markOf));
    if (lost.length > 0) {
      const ended = lost.filter(({ id }) => this.#ended.has(id)).map(({ id }) => id);
      await session.query(FREE, [runner, lost.map(({ id }) => id), ended]);
      for (const { id, job } of lost) this.#log.warn({ job, id }, "a job was taken and did not run: it is given back");
    }
    for (const id of this.#ended) if (!marked.has(id)) this.#ended.delete(id);
  }
}

function markOf({ id, lockedAt }: MarkedJob): string {
  return `${id} ${lockedAt}`;
}
