/**
 * How many requests, and how long they took. Observing one must cost next to nothing at 30,000 requests a second, so
 * the numbers are kept in plain arrays that are looked up once per endpoint and status. They are put into Prometheus'
 * form only when they are read. prom-client's own labelled children hash their labels at every observation, which costs
 * five times as much.
 */
import { Counter, Histogram, type MetricValueWithName } from "prom-client";
import type { Metrics } from "./metrics.ts";

/** Upper bounds in seconds: most answers come from memory within a millisecond. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Endpoints come from tables, which are far smaller; a key beyond this is counted as `other`. */
const MAX_ENDPOINTS = 5000;

const STATUS_CLASSES = ["other", "1xx", "2xx", "3xx", "4xx", "5xx"] as const;

type Label = "service" | "endpoint" | "status_class";

export interface HttpMetrics {
  /**
   * Counts one answered request. `endpointKey` is the endpoint's id, or a fixed word for what belongs to none;
   * never anything that a caller chose.
   */
  observe(endpointKey: string, status: number, seconds: number): void;
}

/** Statuses of refused callers, which are counted one by one: by credentials, by rights, by a limit. */
type Refusal = 401 | 403 | 429;

/**
 * The HTTP metrics of one service, as `tripod_http_request_duration_seconds`, `tripod_http_requests_total` and
 * `tripod_http_refused_total`.
 */
export function httpMetrics(metrics: Metrics, service: string): HttpMetrics {
  const durations = durationsOf(metrics);
  const byEndpoint = new Map<string, Tally[]>();

  const talliesOf = (endpointKey: string): Tally[] => {
    const known = byEndpoint.get(endpointKey);
    if (known) return known;
    if (byEndpoint.size >= MAX_ENDPOINTS && endpointKey !== "other") return talliesOf("other");
    const tallies = STATUS_CLASSES.map((statusClass) => new Tally(service, endpointKey, statusClass));
    durations.tallies.push(...tallies);
    byEndpoint.set(endpointKey, tallies);
    return tallies;
  };

  return {
    observe(endpointKey, status, seconds) {
      const tallies = byEndpoint.get(endpointKey) ?? talliesOf(endpointKey);
      const statusClass = status >= 100 && status < 600 ? Math.trunc(status / 100) : 0;
      tallies[statusClass]?.add(seconds);
      if (status === 401 || status === 403 || status === 429) tallies[statusClass]?.refuse(status);
    },
  };
}

const NAME = "tripod_http_request_duration_seconds";
const DEFINITION = {
  name: NAME,
  help: "How long requests took, from their arrival to the last byte of the answer.",
};

function durationsOf(metrics: Metrics): Durations {
  const known: unknown = metrics.registry.getSingleMetric(NAME);
  if (known instanceof Durations) return known;
  const durations = new Durations();
  metrics.registry.registerMetric(durations);
  const requests = new Counter<Label>({
    name: "tripod_http_requests_total",
    help: "Requests that were answered.",
    labelNames: ["service", "endpoint", "status_class"],
    registers: [],
    collect() {
      this.reset();
      for (const tally of durations.used()) this.inc(tally.labels, tally.count);
    },
  });
  metrics.registry.registerMetric(requests);
  const refused = new Counter<"service" | "endpoint" | "status">({
    name: "tripod_http_refused_total",
    help: "Requests that were refused, by status: 401 for their credentials, 403 for their rights, 429 for a limit.",
    labelNames: ["service", "endpoint", "status"],
    registers: [],
    collect() {
      this.reset();
      for (const { labels, refusals } of durations.used()) {
        const { service, endpoint } = labels;
        for (const [status, count] of refusals ?? []) this.inc({ service, endpoint, status: String(status) }, count);
      }
    },
  });
  metrics.registry.registerMetric(refused);
  return durations;
}

class Tally {
  readonly labels: Readonly<Record<Label, string>>;
  /** How many fell into each bucket and into none above it; the last one is without bound. */
  readonly counts = new Float64Array(BUCKETS.length + 1);
  count = 0;
  sum = 0;
  /** By status; undefined while none was refused. */
  refusals: Map<Refusal, number> | undefined;

  constructor(service: string, endpoint: string, statusClass: string) {
    this.labels = { service, endpoint, status_class: statusClass };
  }

  add(seconds: number): void {
    let bucket = 0;
    while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? 0)) bucket++;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.count++;
    this.sum += seconds;
  }

  refuse(status: Refusal): void {
    this.refusals ??= new Map();
    this.refusals.set(status, (this.refusals.get(status) ?? 0) + 1);
  }
}

class Durations extends Histogram<Label> {
  readonly tallies: Tally[] = [];

  constructor() {
    super({ ...DEFINITION, labelNames: ["service", "endpoint", "status_class"], buckets: BUCKETS, registers: [] });
  }

  used(): Tally[] {
    return this.tallies.filter((tally) => tally.count > 0);
  }

  /** Calls of prom-client for `get` and for the text. */
  getForPromString(): Promise<object> {
    const { name, help } = DEFINITION;
    return Promise.resolve({ name, help, type: "histogram", aggregator: "sum", values: this.used().flatMap(valuesOf) });
  }
}

function valuesOf({ labels, counts, count, sum }: Tally): MetricValueWithName<Label>[] {
  let upTo = 0;
  const buckets = [...BUCKETS, "+Inf"].map((le, index) => {
    upTo += counts[index] ?? 0;
    return { metricName: `${NAME}_bucket`, labels: { ...labels, le }, value: upTo };
  });
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: count },
  ];
}
