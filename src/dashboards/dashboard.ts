/** A dashboard as we describe it: rows of panels, each with what it shows. `grafana.ts` makes Grafana's JSON of it. */

export type Unit = "short" | "s" | "bytes" | "reqps" | "ops" | "percentunit" | "bool";

export interface Query {
  /** PromQL. `$instance` is what is chosen above the dashboard. */
  readonly expr: string;
  /** Labels in double braces are replaced by their values. */
  readonly legend: string;
}

export interface Panel {
  readonly title: string;
  /** The meaning of a change. */
  readonly about: string;
  readonly unit: Unit;
  readonly queries: readonly Query[];
  /** `now` shows the present value alone. Default: a graph. */
  readonly shows?: "now";
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

export interface Dashboard {
  /** Names it in URLs of Grafana, so it never changes. */
  readonly uid: string;
  readonly title: string;
  readonly about: string;
  readonly rows: readonly Row[];
}

/** One line for each value of the labels, or a single one. */
export function panel(title: string, about: string, unit: Unit, expr: string, legend: string): Panel {
  return { title, about, unit, queries: [{ expr, legend }] };
}

/** How the requests to one service do. */
export function requestRow(service: string): Row {
  const of = `service="${service}",instance=~"$instance"`;
  const durations = `rate(tripod_http_request_duration_seconds_bucket{${of}}[$__rate_interval])`;
  return {
    title: "Requests",
    panels: [
      panel(
        "Requests by status",
        "4xx are mistakes of callers. 5xx are ours: see the runbook, TripodErrors.",
        "reqps",
        `sum by (status_class) (rate(tripod_http_requests_total{${of}}[$__rate_interval]))`,
        "{{status_class}}",
      ),
      {
        title: "Duration",
        about: "Half of the requests, and 99 in 100, take no longer. Streams count until they end.",
        unit: "s",
        queries: [
          { expr: `histogram_quantile(0.5, sum by (le) (${durations}))`, legend: "half" },
          { expr: `histogram_quantile(0.99, sum by (le) (${durations}))`, legend: "99 in 100" },
        ],
      },
      panel(
        "Slowest endpoints",
        "The five endpoints whose slowest requests take longest.",
        "s",
        `topk(5, histogram_quantile(0.99, sum by (le, endpoint) (${durations})))`,
        "{{endpoint}}",
      ),
      panel(
        "Busiest endpoints",
        "The ten endpoints that are asked most.",
        "reqps",
        `topk(10, sum by (endpoint) (rate(tripod_http_requests_total{${of}}[$__rate_interval])))`,
        "{{endpoint}}",
      ),
      panel(
        "Failing endpoints",
        "Endpoints that answer 5xx.",
        "reqps",
        `sum by (endpoint) (rate(tripod_http_requests_total{${of},status_class="5xx"}[$__rate_interval])) > 0`,
        "{{endpoint}}",
      ),
      panel(
        "Refused callers",
        "401: wrong or no credentials. 403: not allowed. 429: too many requests.",
        "reqps",
        `sum by (endpoint, status) (rate(tripod_http_refused_total{${of}}[$__rate_interval])) > 0`,
        "{{status}} {{endpoint}}",
      ),
    ],
  };
}
