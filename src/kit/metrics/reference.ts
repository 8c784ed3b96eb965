/** The page of all metrics, made from their definitions. */
import { Counter, Gauge, Histogram } from "prom-client";
import { createMetrics, type Metrics } from "./metrics.ts";

export interface MetricFacts {
  readonly name: string;
  readonly kind: "counter" | "gauge" | "histogram";
  readonly help: string;
  readonly labels: readonly string[];
}

/** Some metrics of the program, and what registers them. */
export interface MetricSection {
  readonly title: string;
  readonly about: string;
  /** Only registers: what the metrics would be read from is not there. */
  readonly register: (metrics: Metrics) => void;
}

/** Those that Node has on Linux alone would make the page depend on who generates it. */
const LINUX_ONLY = /^process_(?:virtual_memory|heap|open_fds|max_fds)/;

/** Every metric that `register` adds, and those of the process itself when it is undefined; by name. */
export function metricFacts(register?: MetricSection["register"]): MetricFacts[] {
  const metrics = createMetrics({ process: register === undefined });
  register?.(metrics);
  return metrics.registry
    .getMetricsAsArray()
    .map((metric: unknown): MetricFacts => {
      const { name, help, labelNames } = metric as { name: string; help: string; labelNames?: readonly string[] };
      return { name, help, kind: kindOf(metric), labels: labelNames ?? [] };
    })
    .filter(({ name }) => !LINUX_ONLY.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function kindOf(metric: unknown): MetricFacts["kind"] {
  if (metric instanceof Counter) return "counter";
  if (metric instanceof Histogram) return "histogram";
  if (metric instanceof Gauge) return "gauge";
  throw new Error("a metric is a counter, a gauge or a histogram");
}

/** A page that names every metric, for `docs/generated/metrics.md`. */
export function metricsPage(sections: readonly MetricSection[]): string {
  const shown = new Set<string>();
  const own = sections.map(({ title, about, register }) => {
    // Registering anything that is read registers the count of failed reads, too.
    const fresh = metricFacts(register).filter(({ name }) => !shown.has(name));
    for (const { name } of fresh) shown.add(name);
    return table(title, about, fresh);
  });
  const ofNode = table(
    "Node.js",
    "Memory, processor, event loop and garbage collection of the process.",
    metricFacts(),
  );
  return [
    "# Metrics",
    "",
    "Every process shows its metrics at `TRIPOD_ADMIN_PORT` (8081), path `/metrics`, in the text form of Prometheus.",
    "[How to collect and watch them](../watch.md).",
    "",
    ...own.flat(),
    ...ofNode,
  ].join("\n");
}

function table(title: string, about: string, metrics: readonly MetricFacts[]): string[] {
  const rows = metrics.map(({ name, kind, labels, help }) => {
    const named = labels.map((label) => `\`${label}\``).join(", ");
    return `| \`${name}\` | ${kind} | ${named} | ${help.replaceAll("|", "\\|")} |`;
  });
  return [`## ${title}`, "", about, "", "| metric | kind | labels | meaning |", "|---|---|---|---|", ...rows, ""];
}
