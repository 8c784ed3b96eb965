/** Every metric of the program, by what it is about: for `docs/generated/metrics.md`, dashboards and alerts. */
import { addProcessMetrics, type WatchedProcess } from "./cli/process-metrics.ts";
import { jobTask } from "./kit/jobs/job-task.ts";
import { httpMetrics } from "./kit/metrics/http-metrics.ts";
import type { MetricSection } from "./kit/metrics/reference.ts";
import { addTraceMetrics } from "./kit/traces/trace-metrics.ts";
import { trimOutbox } from "./cli/house-jobs.ts";
import { addPlayersMetrics } from "./players/metrics.ts";
import { addClusterMetrics } from "./players/sources/index.ts";
import { addRegistryMetrics } from "./registry/metrics.ts";
import { addTradingMetrics } from "./trading/metrics.ts";

/** Metrics only read what they are given when they are read themselves, which these are not. */
const UNREAD = {} as never;

export const metricSections: readonly MetricSection[] = [
  {
    title: "Every process",
    about: "Requests, jobs, the database and the machine.",
    register(metrics) {
      const watched: Pick<WatchedProcess, "isRedisThere"> = { isRedisThere: () => true };
      addProcessMetrics(metrics, watched as WatchedProcess);
      httpMetrics(metrics, "");
      jobTask({ job: trimOutbox, deps: UNREAD }, { log: UNREAD, metrics });
      addTraceMetrics(metrics, UNREAD);
    },
  },
  {
    title: "Registry",
    about: "The catalogue, the mirror and webhooks.",
    register: (metrics) => addRegistryMetrics(metrics, UNREAD),
  },
  {
    title: "Players",
    about: "The directory, the game servers and webhooks.",
    register(metrics) {
      addPlayersMetrics(metrics, UNREAD);
      addClusterMetrics(metrics, UNREAD);
    },
  },
  {
    title: "Trading",
    about: "Prices, orders, runs of strategies, news, the tape, what is pushed, webhooks and mail.",
    register: (metrics) => addTradingMetrics(metrics, UNREAD),
  },
];
