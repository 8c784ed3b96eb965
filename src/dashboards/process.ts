import { panel, type Dashboard } from "./dashboard.ts";

const OF = `instance=~"$instance"`;

export const processDashboard: Dashboard = {
  uid: "tripod-process",
  title: "Tripod: processes",
  about: "Every process of Tripod: whether it serves, and what it needs of processor, memory, disk and PostgreSQL.",
  rows: [
    {
      title: "State",
      panels: [
        {
          ...panel("Processes", "1 while a process is ready.", "bool", `tripod_ready{${OF}}`, "{{instance}}"),
          shows: "now",
        },
        {
          ...panel(
            "Versions",
            "What runs where.",
            "short",
            `count by (version, role, services) (tripod_info{${OF}})`,
            "{{version}} {{role}} {{services}}",
          ),
          shows: "now",
        },
        panel(
          "Requests",
          "Answered requests of all services.",
          "reqps",
          `sum by (service, status_class) (rate(tripod_http_requests_total{${OF}}[$__rate_interval]))`,
          "{{service}} {{status_class}}",
        ),
      ],
    },
    {
      title: "Processor and memory",
      panels: [
        panel(
          "Processor",
          "One thread does most of the work: 100% is all that one process can.",
          "percentunit",
          `rate(process_cpu_seconds_total{${OF}}[$__rate_interval])`,
          "{{instance}}",
        ),
        panel(
          "Event loop lag",
          "How long the slowest hundredth of everything waits for its turn. Half a second is too long.",
          "s",
          `nodejs_eventloop_lag_p99_seconds{${OF}}`,
          "{{instance}}",
        ),
        panel(
          "Memory",
          "Memory that the process uses.",
          "bytes",
          `process_resident_memory_bytes{${OF}}`,
          "{{instance}}",
        ),
      ],
    },
    {
      title: "PostgreSQL and Redis",
      panels: [
        panel(
          "Connections",
          "Connections of the pools, and how many there may be.",
          "short",
          `sum by (instance, state) (tripod_database_connections{${OF}})`,
          "{{instance}} {{state}}",
        ),
        panel(
          "Waiting for a connection",
          "More than 0 for long: see the runbook, TripodPoolExhausted.",
          "short",
          `tripod_database_waiting{${OF}}`,
          "{{instance}}",
        ),
        panel(
          "Change feed",
          "How old the state is that a process answers from. Below a second is right.",
          "s",
          `tripod_change_feed_lag_seconds{${OF}}`,
          "{{instance}} {{topic}}",
        ),
        panel(
          "Clock",
          "How far PostgreSQL's clock is ahead.",
          "s",
          `tripod_database_clock_ahead_seconds{${OF}}`,
          "{{instance}}",
        ),
        panel("Redis", "1 while it is reached.", "bool", `tripod_redis_connected{${OF}}`, "{{instance}}"),
        panel(
          "Disk",
          "Free part of the disk that holds the data folder.",
          "percentunit",
          `tripod_disk_bytes{${OF},kind="free"} / ignoring (kind) tripod_disk_bytes{${OF},kind="size"}`,
          "{{instance}}",
        ),
      ],
    },
    {
      title: "Jobs",
      panels: [
        panel(
          "Queue",
          "Jobs of all processes by state. Those that were given up wait for an operator.",
          "short",
          `max by (state) (sum by (instance, state) (tripod_jobs_queued{${OF}}))`,
          "{{state}}",
        ),
        panel(
          "Oldest job",
          "How long the oldest due job has waited.",
          "s",
          `max(tripod_jobs_oldest_due_seconds{${OF}})`,
          "oldest",
        ),
        panel(
          "Tries that failed",
          "By job.",
          "ops",
          `sum by (job_name, outcome) (rate(tripod_jobs_total{${OF},outcome!="done"}[$__rate_interval])) > 0`,
          "{{job_name}} {{outcome}}",
        ),
        panel(
          "Duration",
          "The five jobs that take longest, 95 tries in 100.",
          "s",
          `topk(5, histogram_quantile(0.95, sum by (le, job_name) (rate(tripod_job_duration_seconds_bucket{${OF}}[$__rate_interval]))))`,
          "{{job_name}}",
        ),
        panel(
          "Traces",
          "Spans that reached the collector, and those that were lost.",
          "ops",
          `sum by (outcome) (rate(tripod_trace_spans{${OF}}[$__rate_interval]))`,
          "{{outcome}}",
        ),
        panel(
          "Metrics that could not be read",
          "Alerts on them are blind.",
          "ops",
          `sum by (metric) (rate(tripod_metric_failures_total{${OF}}[$__rate_interval])) > 0`,
          "{{metric}}",
        ),
      ],
    },
  ],
};
