/** Metrics of a process, for every service. */
import { statfs } from "node:fs/promises";
import { JOB_STATES, type JobCount } from "../kit/jobs/count-jobs.ts";
import type { Metrics } from "../kit/metrics/metrics.ts";
import type { FeedLags } from "../kit/sql/feed-lags.ts";
import type { PoolFacts } from "../kit/sql/pool.ts";

export interface WatchedProcess {
  readonly version: string;
  readonly role: string;
  readonly services: readonly string[];
  /** Why the process cannot serve now; empty when it is ready. */
  readonly notReady: () => Promise<readonly string[]>;
  readonly clock: { readonly aheadMs: number };
  /** Undefined where no Redis is configured. */
  readonly isRedisThere: () => boolean | undefined;
  readonly pool: () => PoolFacts;
  readonly feedLags: FeedLags;
  readonly dataDir: string;
  /** The waiting jobs in the queue, of all processes; it may be a moment old. */
  readonly countJobs: () => Promise<readonly JobCount[]>;
  /** The jobs of the program: others are counted together as `other`. */
  readonly jobs: ReadonlySet<string>;
}

export function addProcessMetrics(metrics: Metrics, watched: WatchedProcess): void {
  stateMetrics(metrics, watched);
  databaseMetrics(metrics, watched);
  jobMetrics(metrics, watched);
  metrics.gauge({
    name: "tripod_disk_bytes",
    help: "Space on the disk that holds the data folder: `free` for this account, and `size` of the whole.",
    labels: ["kind"],
    async read(gauge) {
      const { bavail, blocks, bsize } = await statfs(watched.dataDir);
      gauge.set({ kind: "free" }, bavail * bsize);
      gauge.set({ kind: "size" }, blocks * bsize);
    },
  });
}

function stateMetrics(metrics: Metrics, { version, role, services, notReady, isRedisThere }: WatchedProcess): void {
  metrics.gauge({
    name: "tripod_info",
    help: "1, with the version and the role of the process and the services that it serves.",
    labels: ["version", "role", "services"],
    read: (gauge) => gauge.set({ version, role, services: services.join(",") }, 1),
  });
  metrics.gauge({
    name: "tripod_ready",
    help: "1 while `/ready` answers 200, 0 otherwise.",
    async read(gauge) {
      // Kept where the answer takes too long: a silent database is why a process is not ready.
      const late = new Promise<readonly string[]>((resolve) => setTimeout(resolve, READY_MS, ["late"]).unref());
      const reasons = await Promise.race([notReady(), late]);
      gauge.set(reasons.length === 0 ? 1 : 0);
    },
  });
  if (isRedisThere() === undefined) return;
  metrics.gauge({
    name: "tripod_redis_connected",
    help: "1 while this process reaches Redis, 0 while it continues without it.",
    read: (gauge) => gauge.set(isRedisThere() === true ? 1 : 0),
  });
}

/** Less than a metric may take to be read. */
const READY_MS = 1_500;

function databaseMetrics(metrics: Metrics, { clock, pool, feedLags }: WatchedProcess): void {
  metrics.gauge({
    name: "tripod_database_clock_ahead_seconds",
    help: "How far the database's clock is ahead of this machine's.",
    read: (gauge) => gauge.set(clock.aheadMs / 1_000),
  });
  metrics.gauge({
    name: "tripod_database_connections",
    help: "Connections of this process's pool to PostgreSQL: `busy`, `idle`, and the most that there may be (`limit`).",
    labels: ["state"],
    read(gauge) {
      const { total, idle, limit } = pool();
      gauge.set({ state: "busy" }, total - idle);
      gauge.set({ state: "idle" }, idle);
      gauge.set({ state: "limit" }, limit);
    },
  });
  metrics.gauge({
    name: "tripod_database_waiting",
    help: "Statements and transactions of this process that wait for a connection of the pool.",
    read: (gauge) => gauge.set(pool().waiting),
  });
  metrics.gauge({
    name: "tripod_change_feed_lag_seconds",
    help: "How long ago this process last knew every committed change of a topic; it grows while it cannot follow.",
    labels: ["topic"],
    read(gauge) {
      for (const [topic, lagMs] of feedLags.all()) gauge.set({ topic }, lagMs / 1_000);
    },
  });
}

function jobMetrics(metrics: Metrics, { countJobs, jobs }: WatchedProcess): void {
  metrics.gauge({
    name: "tripod_jobs_queued",
    help: "Jobs in the queue of all processes: `due`, due `later`, `running`, or `given_up` after the last try.",
    labels: ["job_name", "state"],
    async read(gauge) {
      const counts = await countJobs();
      gauge.reset();
      for (const name of jobs) for (const state of JOB_STATES) gauge.set({ job_name: name, state }, 0);
      for (const { job, state, count } of counts) gauge.inc({ job_name: jobs.has(job) ? job : "other", state }, count);
    },
  });
  metrics.gauge({
    name: "tripod_jobs_oldest_due_seconds",
    help: "How long the job that has been due for longest has waited to be run, of all processes; 0 while none is due.",
    async read(gauge) {
      const ages = (await countJobs()).filter(({ state }) => state === "due").map(({ oldestSeconds }) => oldestSeconds);
      gauge.set(Math.max(0, ...ages));
    },
  });
}
