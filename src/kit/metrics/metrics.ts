/** Numbers about the running process, in the form that Prometheus reads. */
import { setTimeout as delay } from "node:timers/promises";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { invariant } from "../errors/invariant.ts";

export interface MetricDefinition<Label extends string> {
  /** `tripod_<what>_<unit>`, a counter's with `_total` at the end. */
  readonly name: string;
  readonly help: string;
  /** Names of labels. The values of a label must be few and known: never an address, a name or an id from outside. */
  readonly labels?: readonly Label[];
}

export interface Metrics {
  /** Something that only grows. */
  counter<Label extends string = never>(definition: MetricDefinition<Label>): Counter<Label>;
  /**
   * Something that goes up and down. `read` is called whenever the metrics are read, to set it. A read that fails, or
   * takes longer than two seconds, leaves the gauge without a value and counts in `tripod_metric_failures_total`: a
   * database that is away must not block the other metrics.
   */
  gauge<Label extends string = never>(
    definition: MetricDefinition<Label> & { readonly read?: (gauge: Gauge<Label>) => void | Promise<void> },
  ): Gauge<Label>;
  /** How often something was at most so large. `buckets` are upper bounds, ascending. */
  histogram<Label extends string = never>(
    definition: MetricDefinition<Label> & { readonly buckets: readonly number[] },
  ): Histogram<Label>;
  /** Everything, as text. */
  text(): Promise<string>;
  /** The media type of `text`. */
  readonly contentType: string;
  /** For metrics that keep their numbers in their own way. */
  readonly registry: Registry;
}

/** Prometheus waits ten seconds for all metrics together. */
const READ_LIMIT_MS = 2_000;

/**
 * Opens a set of metrics, empty but for those of the process itself (memory, event loop, garbage collection), which
 * `process: false` leaves out. Asking twice for the same name answers the same metric.
 */
export function createMetrics(options: { readonly process?: boolean } = {}): Metrics {
  const registry = new Registry();
  if (options.process ?? true) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const failures = (): Counter<"metric"> =>
    existing<Counter<"metric">>(registry, FAILURES.name, Counter) ?? new Counter({ ...FAILURES, registers });

  return {
    counter: ({ name, help, labels = [] }) =>
      existing(registry, name, Counter) ?? new Counter({ name, help, labelNames: labels, registers }),
    gauge: ({ name, help, labels = [], read }) => {
      const known = existing(registry, name, Gauge);
      if (known || !read) return known ?? new Gauge({ name, help, labelNames: labels, registers });
      const failed = failures();
      failed.inc({ metric: name }, 0);
      return new Gauge({
        name,
        help,
        labelNames: labels,
        registers,
        async collect() {
          try {
            await inTime(read(this));
          } catch {
            forget(this, labels);
            failed.inc({ metric: name });
          }
        },
      });
    },
    histogram: ({ name, help, labels = [], buckets }) =>
      existing(registry, name, Histogram) ??
      new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    registry,
  };
}

const FAILURES = {
  name: "tripod_metric_failures_total",
  help: "Reads of a metric that failed or took too long. The metric has no value then.",
  labelNames: ["metric"] as const,
};

/** @throws Error when the time is up; whatever the work throws. */
async function inTime(work: void | Promise<void>): Promise<void> {
  if (!work) return;
  const over = new AbortController();
  const late = delay(READ_LIMIT_MS, undefined, { ref: false, signal: over.signal }).then(() => {
    throw new Error("the metric was not read in time");
  });
  try {
    await Promise.race([work, late]);
  } finally {
    over.abort();
    void Promise.allSettled([work, late]);
  }
}

/** Takes the values away. `reset` would leave a gauge without labels at 0, which is a value. */
function forget<Label extends string>(gauge: Gauge<Label>, labels: readonly Label[]): void {
  gauge.reset();
  if (labels.length === 0) gauge.remove();
}

function existing<Kind extends object>(
  registry: Registry,
  name: string,
  kind: abstract new (...args: never[]) => Kind,
): Kind | undefined {
  invariant(/^tripod_[a-z0-9_]+$/.test(name), "a metric's name begins with `tripod_` and is in lower case");
  const found: unknown = registry.getSingleMetric(name);
  if (found === undefined) return undefined;
  invariant(found instanceof kind, "a metric keeps its kind");
  return found;
}
