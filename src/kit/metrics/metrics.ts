/** Numbers about the running process, in the form that Prometheus reads. */
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
  /** Something that goes up and down. `read` is called whenever the metrics are read, to set it. */
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

/**
 * Opens a set of metrics, empty but for those of the process itself (memory, event loop, garbage collection), which
 * `process: false` leaves out. Asking twice for the same name answers the same metric.
 */
export function createMetrics(options: { readonly process?: boolean } = {}): Metrics {
  const registry = new Registry();
  if (options.process ?? true) collectDefaultMetrics({ register: registry });
  const registers = [registry];

  return {
    counter: ({ name, help, labels = [] }) =>
      existing(registry, name, Counter) ?? new Counter({ name, help, labelNames: labels, registers }),
    gauge: ({ name, help, labels = [], read }) =>
      existing(registry, name, Gauge) ??
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers,
        ...(read
          ? {
              async collect() {
                await read(this);
              },
            }
          : {}),
      }),
    histogram: ({ name, help, labels = [], buckets }) =>
      existing(registry, name, Histogram) ??
      new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    registry,
  };
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
