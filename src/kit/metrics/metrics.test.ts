import { describe, expect, test } from "vitest";
import { httpMetrics } from "./http-metrics.ts";
import { createMetrics } from "./metrics.ts";

describe("metrics", () => {
  test("are written as Prometheus reads them", async () => {
    const metrics = createMetrics({ process: false });
    metrics.counter({ name: "tripod_things_total", help: "Things.", labels: ["kind"] }).inc({ kind: "a" }, 2);
    metrics.gauge({ name: "tripod_depth", help: "Depth.", read: (gauge) => gauge.set(7) });
    metrics.histogram({ name: "tripod_size_bytes", help: "Size.", buckets: [1, 10] }).observe(5);
    const text = await metrics.text();
    expect(text).toContain('# TYPE tripod_things_total counter\ntripod_things_total{kind="a"} 2\n');
    expect(text).toContain("tripod_depth 7\n");
    expect(text).toContain('tripod_size_bytes_bucket{le="10"} 1\n');
    expect(metrics.contentType).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  test("the same name is the same metric, and keeps its kind", () => {
    const metrics = createMetrics({ process: false });
    const counter = metrics.counter({ name: "tripod_a_total", help: "A." });
    expect(metrics.counter({ name: "tripod_a_total", help: "A." })).toBe(counter);
    expect(() => metrics.gauge({ name: "tripod_a_total", help: "A." })).toThrow(/keeps its kind/);
    expect(() => metrics.gauge({ name: "other", help: "A." })).toThrow(/begins with/);
  });

  test("those of the process are there unless they are left out", async () => {
    expect(await createMetrics().text()).toContain("process_cpu_user_seconds_total");
    expect(await createMetrics({ process: false }).text()).not.toContain("process_cpu");
  });
});

describe("a gauge that cannot be read", () => {
  test("has no value, counts as a failure, and does not block the others", async () => {
    const metrics = createMetrics({ process: false });
    let isAway = false;
    const ask = (): Promise<number> => (isAway ? Promise.reject(new Error("no database")) : Promise.resolve(7));
    metrics.gauge({ name: "tripod_plain", help: "A.", read: async (gauge) => gauge.set(await ask()) });
    metrics.gauge({
      name: "tripod_labelled",
      help: "A.",
      labels: ["state"],
      read: async (gauge) => gauge.set({ state: "a" }, await ask()),
    });
    metrics.gauge({ name: "tripod_other", help: "A.", read: (gauge) => gauge.set(1) });
    const valuesIn = async (): Promise<string[]> =>
      (await metrics.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    expect(await valuesIn()).toEqual(
      expect.arrayContaining(["tripod_plain 7", 'tripod_labelled{state="a"} 7', "tripod_other 1"]),
    );
    expect(await valuesIn()).toContain('tripod_metric_failures_total{metric="tripod_plain"} 0');
    isAway = true;
    const away = await valuesIn();
    expect(away).toContain("tripod_other 1");
    expect(away.filter((line) => /^tripod_(?:plain|labelled)\b/.test(line))).toEqual([]);
    isAway = false;
    const back = await valuesIn();
    expect(back).toContain("tripod_plain 7");
    expect(back).toContain('tripod_metric_failures_total{metric="tripod_plain"} 1');
  });

  test("is not waited for without end", async () => {
    const metrics = createMetrics({ process: false });
    metrics.gauge({ name: "tripod_slow", help: "A.", read: () => new Promise(() => undefined) });
    expect(await metrics.text()).not.toMatch(/^tripod_slow /m);
  });
});

describe("HTTP metrics", () => {
  test("count requests by service, endpoint and status class, in cumulative buckets", async () => {
    const metrics = createMetrics({ process: false });
    const registry = httpMetrics(metrics, "registry");
    registry.observe("servers.list", 200, 0.0004);
    registry.observe("servers.list", 204, 0.03);
    registry.observe("servers.list", 404, 60);
    registry.observe("odd", 999, 0.1);
    httpMetrics(metrics, "players").observe("players.get", 500, 0.0005);
    const text = await metrics.text();
    const ok = 'service="registry",endpoint="servers.list",status_class="2xx"';
    const lines = text.split("\n");
    expect(lines).toContain("# TYPE tripod_http_request_duration_seconds histogram");
    for (const [le, count] of Object.entries({ "0.0005": 1, "0.025": 1, "0.05": 2, "+Inf": 2 })) {
      expect(lines).toContain(`tripod_http_request_duration_seconds_bucket{${ok},le="${le}"} ${count}`);
    }
    expect(lines).toContain(`tripod_http_request_duration_seconds_sum{${ok}} 0.0304`);
    expect(lines).toContain(`tripod_http_request_duration_seconds_count{${ok}} 2`);
    expect(lines).toContain(`tripod_http_requests_total{${ok}} 2`);
    expect(lines).toContain(
      'tripod_http_requests_total{service="registry",endpoint="servers.list",status_class="4xx"} 1',
    );
    expect(lines).toContain('tripod_http_requests_total{service="registry",endpoint="odd",status_class="other"} 1');
    expect(lines).toContain(
      'tripod_http_request_duration_seconds_bucket{service="players",endpoint="players.get",status_class="5xx",le="0.0005"} 1',
    );
    // Reading does not change what is read.
    expect(await metrics.text()).toBe(text);
    expect(lines.filter((line) => line.startsWith("# TYPE"))).toHaveLength(3);
  });

  test("refused callers are counted by status", async () => {
    const metrics = createMetrics({ process: false });
    const http = httpMetrics(metrics, "trading");
    for (const status of [200, 401, 401, 403, 404, 429]) http.observe("sessions.login", status, 0.01);
    const refused = (await metrics.text()).split("\n").filter((line) => line.startsWith("tripod_http_refused_total{"));
    const login = 'service="trading",endpoint="sessions.login"';
    expect(refused).toEqual([
      `tripod_http_refused_total{${login},status="401"} 2`,
      `tripod_http_refused_total{${login},status="403"} 1`,
      `tripod_http_refused_total{${login},status="429"} 1`,
    ]);
  });

  test("keys without end are counted together past a bound", async () => {
    const metrics = createMetrics({ process: false });
    const http = httpMetrics(metrics, "registry");
    for (let key = 0; key < 6000; key++) http.observe(`e${key}`, 200, 0.001);
    const text = await metrics.text();
    expect(text).toContain('tripod_http_requests_total{service="registry",endpoint="other",status_class="2xx"} 1000');
    expect(text).not.toContain('"e5000"');
  });
});
