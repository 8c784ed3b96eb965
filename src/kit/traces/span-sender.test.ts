/** Spans on their way to a collector that is well, slow, refuses, or is away. */
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { keptLog } from "../../../test/support/kept-log.ts";
import { loopbackServer, type Handler } from "../../../test/support/loopback-server.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { systemRandom } from "../ids/ids.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { fromMillis } from "../time/instant.ts";
import { systemClock } from "../time/clock.ts";
import { openTraces, readHeaders } from "./open-traces.ts";
import type { EndedSpan } from "./otlp.ts";
import { addTraceMetrics } from "./trace-metrics.ts";

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.stop();
});

const span = (name: string): EndedSpan => ({
  traceId: "0af7651916cd43dd8448eb211c80319c",
  spanId: "b7ad6b7169203331",
  parentSpanId: undefined,
  name,
  kind: "server",
  startedAt: fromMillis(1_700_000_000_000),
  endedAt: fromMillis(1_700_000_000_250),
  attributes: { "http.route": "/a", "http.response.status_code": 200, "a.share": 0.5, "a.list": ["x"], "a.is": true },
  hasFailed: false,
});

async function collector(handler: Handler) {
  const server = await loopbackServer(handler);
  onTestFinished(() => server.close());
  return server;
}

function sending(url: string, tracesHeaders = "") {
  const log = keptLog();
  const platform = { clock: systemClock(), random: systemRandom(), log, proxyRules: undefined };
  const config = { tracesUrl: url, tracesHeaders, tracesShare: 1 };
  const { sender, traces } = openTraces(config, platform, { "service.name": "tripod" });
  open.push(sender);
  return { sender, traces, log };
}

/** The names of all spans that a collector was sent. */
function namesIn(bodies: readonly { readonly body: string }[]): string[] {
  return bodies.flatMap(({ body }) =>
    (JSON.parse(body).resourceSpans as { scopeSpans: { spans: { name: string }[] }[] }[]).flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans.map(({ name }) => name)),
    ),
  );
}

describe("a collector", () => {
  test("is sent OTLP in JSON, with the operator's headers", async () => {
    const at = await collector((_request, response) => response.writeHead(200).end("{}"));
    const { sender } = sending(`${at.url}/v1/traces`, "Authorization=Bearer%20abc,x-tenant=7");
    sender.add(span("GET /a"));
    await waitUntil(() => expect(sender.counts).toEqual({ sent: 1, dropped: 0 }));
    const [request] = at.seen;
    expect(request).toMatchObject({ method: "POST", path: "/v1/traces" });
    expect(request?.headers).toMatchObject({
      "content-type": "application/json",
      authorization: "Bearer abc",
      "x-tenant": "7",
    });
    expect(JSON.parse(request?.body ?? "")).toEqual({
      resourceSpans: [
        {
          resource: { attributes: [{ key: "service.name", value: { stringValue: "tripod" } }] },
          scopeSpans: [
            {
              scope: { name: "tripod" },
              spans: [
                {
                  traceId: "0af7651916cd43dd8448eb211c80319c",
                  spanId: "b7ad6b7169203331",
                  name: "GET /a",
                  kind: 2,
                  startTimeUnixNano: "1700000000000000000",
                  endTimeUnixNano: "1700000000250000000",
                  attributes: [
                    { key: "http.route", value: { stringValue: "/a" } },
                    { key: "http.response.status_code", value: { intValue: "200" } },
                    { key: "a.share", value: { doubleValue: 0.5 } },
                    { key: "a.list", value: { arrayValue: { values: [{ stringValue: "x" }] } } },
                    { key: "a.is", value: { boolValue: true } },
                  ],
                  status: { code: 0 },
                },
              ],
            },
          ],
        },
      ],
    });
  });

  test("that is away for a while gets what waited, and the log says so once", async () => {
    let isWell = false;
    const at = await collector((_request, response) => response.writeHead(isWell ? 200 : 503).end());
    const { sender, log } = sending(`${at.url}/v1/traces`);
    for (let count = 0; count < 3; count++) sender.add(span(`span ${count}`));
    await waitUntil(() => expect(at.seen.length).toBeGreaterThanOrEqual(2));
    expect(sender.counts).toEqual({ sent: 0, dropped: 0 });
    isWell = true;
    await waitUntil(() => expect(sender.counts.sent).toBe(3));
    const messages = log.entries.map(({ message }) => message);
    expect(messages).toEqual([
      "traces could not be sent; requests continue without them",
      "the collector takes traces again",
    ]);
  });

  test("that refuses spans is not asked again with the same", async () => {
    const at = await collector((_request, response) => response.writeHead(400).end());
    const { sender } = sending(`${at.url}/v1/traces`);
    sender.add(span("odd"));
    await waitUntil(() => expect(sender.counts).toEqual({ sent: 0, dropped: 1 }));
    expect(at.seen).toHaveLength(1);
  });

  test("that never answers costs spans beyond a bound, no request, and does not keep the process from ending", async () => {
    const at = await collector(() => undefined);
    const { sender, traces } = sending(`${at.url}/v1/traces`);
    for (let count = 0; count < 10_000; count++) {
      expect(traces.run({ name: "GET /a", kind: "server" }, () => count)).toBe(count);
    }
    expect(sender.counts.dropped).toBe(10_000 - 4_096);
    await sender.stop();
    expect(sender.counts).toEqual({ sent: 0, dropped: 10_000 });
    traces.run({ name: "after the end", kind: "server" }, () => undefined);
    expect(sender.counts.dropped).toBe(10_001);
  });

  test("gets at the end of the process what has not left yet", async () => {
    const at = await collector((_request, response) => response.writeHead(200).end());
    const { sender } = sending(`${at.url}/v1/traces`);
    for (let count = 0; count < 1_500; count++) sender.add(span(`span ${count}`));
    await sender.stop();
    expect(sender.counts).toEqual({ sent: 1_500, dropped: 0 });
    expect(new Set(namesIn(at.seen)).size).toBe(1_500);
  });
});

test("metrics say what was sent and what was lost", async () => {
  const at = await collector((_request, response) => response.writeHead(200).end());
  const { sender } = sending(`${at.url}/v1/traces`);
  const metrics = createMetrics({ process: false });
  addTraceMetrics(metrics, sender);
  expect(await metrics.text()).toContain('tripod_trace_spans{outcome="sent"} 0\n');
  sender.add(span("a"));
  await waitUntil(async () => expect(await metrics.text()).toContain('tripod_trace_spans{outcome="sent"} 1\n'));
  expect(await metrics.text()).toContain('tripod_trace_spans{outcome="dropped"} 0\n');
});

test.each(["no pair", "=x", "a b=c", "x=%zz", "x=%0aEvil"])("headers %j are refused, and not repeated", (text) => {
  expect(() => readHeaders(text)).toThrow(/^TRIPOD_TRACES_HEADERS must be pairs such as [^\n]+$/);
});
