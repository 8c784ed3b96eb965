/** Requests as spans over real HTTP: what they show, and what strangers cannot do with them. */
import { afterAll, beforeEach, expect, test } from "vitest";
import { registryToyDeps, registryToyEndpoints, registryToyForm } from "../../../test/table/toy-registry.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { systemRandom } from "../ids/ids.ts";
import { silentLog } from "../log/log.ts";
import { systemClock } from "../time/clock.ts";
import type { EndedSpan } from "../traces/otlp.ts";
import { recordTraces } from "../traces/record-traces.ts";
import { buildHttp } from "./http-server.ts";

const STRANGER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331";

const spans: EndedSpan[] = [];
beforeEach(() => void spans.splice(0));

async function serving(share: number, followsCallers: boolean): Promise<string> {
  const traces = recordTraces({
    share,
    clock: systemClock(),
    random: systemRandom(),
    onEnd: (span) => spans.push(span),
  });
  const http = await buildHttp({
    services: [{ form: registryToyForm, endpoints: registryToyEndpoints, deps: registryToyDeps() }],
    log: silentLog(),
    requestId: () => "req-1",
    traces: { traces, followsCallers },
  });
  afterAll(() => http.close());
  const { url } = await http.listen({ host: "127.0.0.1", port: 0 });
  return `${url}${registryToyForm.prefixes[0] ?? ""}`;
}

const open = await serving(1, false);
const quiet = await serving(0, false);
const behindProxy = await serving(0, true);

test("a request is a span of its route with its status, and shows neither path, query, body nor credentials", async () => {
  const url = `${open}/servers/example%2Fsecret-name?q=secret-query`;
  const { status } = await fetch(url, { headers: { authorization: "Bearer secret-token" } });
  expect(status).toBe(404);
  const span = await waitUntil(() => {
    if (!spans[0]) throw new Error("the span is not there yet");
    return spans[0];
  });
  expect(span).toMatchObject({
    kind: "server",
    parentSpanId: undefined,
    hasFailed: false,
    attributes: {
      "http.request.method": "GET",
      "http.response.status_code": 404,
      "tripod.service": registryToyForm.name,
      "tripod.endpoint": "servers.getServer",
      "tripod.request_id": "req-1",
    },
  });
  expect(span.name).toMatch(/^GET .*\/servers\/:name$/);
  expect(JSON.stringify(spans)).not.toContain("secret");
});

test("a stranger's traceparent neither decides what is recorded nor names the trace", async () => {
  const headers = { traceparent: `${STRANGER}-01` };
  expect((await fetch(`${quiet}/servers`, { headers })).status).toBe(200);
  expect((await fetch(`${open}/servers`, { headers })).status).toBe(200);
  await waitUntil(() => expect(spans).toHaveLength(1));
  expect(spans[0]?.traceId).not.toBe("0af7651916cd43dd8448eb211c80319c");
  expect(spans[0]?.parentSpanId).toBeUndefined();
});

test("a proxy's traceparent is followed where the operator says so", async () => {
  expect((await fetch(`${behindProxy}/servers`, { headers: { traceparent: `${STRANGER}-01` } })).status).toBe(200);
  expect((await fetch(`${behindProxy}/servers`, { headers: { traceparent: `${STRANGER}-00` } })).status).toBe(200);
  expect((await fetch(`${behindProxy}/servers`)).status).toBe(200);
  await waitUntil(() =>
    expect(spans).toMatchObject([{ traceId: "0af7651916cd43dd8448eb211c80319c", parentSpanId: "b7ad6b7169203331" }]),
  );
});
