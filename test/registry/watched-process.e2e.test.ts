/** What an operator sees of a process that serves: metrics, and the trace of one request through everything behind it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ScriptProcess } from "../support/child-process.ts";
import { commandLine, databaseUrl, programScript } from "../support/command-line.ts";
import { testDatabase } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { loopbackServer, type LoopbackServer } from "../support/loopback-server.ts";
import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";
import { waitUntil } from "../support/wait-until.ts";

interface ShownSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

const database = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });
const SETTINGS = {
  TRIPOD_SECRET_KEY: "5e".repeat(32),
  TRIPOD_REGISTRY_OWNERSHIP_CHECKS: "off",
  TRIPOD_ALLOW_PRIVATE_OUTBOUND: "127.0.0.1",
  TRIPOD_LOG_FORMAT: "json",
};
const run = await commandLine(database.connection, SETTINGS);

let collector: LoopbackServer;
let receiver: LoopbackServer;
let folder: TemporaryFolder;
let served: ScriptProcess;
let url: string;
let adminPort: number;

beforeAll(async () => {
  collector = await loopbackServer((_request, response) => response.writeHead(200).end("{}"));
  receiver = await loopbackServer((_request, response) => response.writeHead(204).end());
  folder = await temporaryFolder();
  adminPort = await freePort();
  const script = programScript();
  served = new ScriptProcess(script, ["serve", "registry", "--port", "0"], false, {
    ...SETTINGS,
    TRIPOD_DATABASE_URL: databaseUrl(database.connection),
    TRIPOD_DATA_DIR: folder.path,
    TRIPOD_ADMIN_PORT: String(adminPort),
    TRIPOD_TRACES_URL: `${collector.url}/v1/traces`,
    TRIPOD_TRACES_HEADERS: "authorization=Bearer%20of-the-collector",
  });
  const ready = await served.heardThat(
    ({ message }) => String(message).startsWith("Tripod is ready"),
    "that it is ready",
  );
  url = String(ready["url"]);
});
afterAll(async () => {
  await served.kill();
  await collector.close();
  await receiver.close();
  await folder.remove();
});

function spans(): ShownSpan[] {
  return collector.seen.flatMap(({ body }) => {
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: ShownSpan[] }[] }[] };
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  });
}

function named(name: string): ShownSpan {
  const found = spans().find((span) => span.name === name);
  if (!found)
    throw new Error(
      `there is no span ${name} among ${spans()
        .map((span) => span.name)
        .join(", ")}`,
    );
  return found;
}

const attributesOf = ({ attributes }: ShownSpan): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

async function metric(name: string): Promise<number | undefined> {
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(" ")));
}

test("a request, its transaction, the job that it asks for and the webhook that this calls are one trace without secrets", async () => {
  const hook = await run("registry", "webhook", "add", `${receiver.url}/hook/path-secret?token=query-secret`);
  expect(hook).toMatchObject({ code: 0 });
  const { out } = await run("registry", "token", "--publish", "com.example/*");
  const token = out.trim();
  const stranger = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const answer = await fetch(`${url}/v0.1/publish?also=query-secret`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", traceparent: stranger },
    body: JSON.stringify({ name: "com.example/watched", description: "Watched.", version: "1.0.0" }),
  });
  expect(answer.status, await answer.text()).toBe(200);
  await waitUntil(() => expect(receiver.seen).toHaveLength(1));
  await waitUntil(() => named("registry.deliverWebhook"));

  const request = named("POST /v0.1/publish");
  expect(attributesOf(request)).toMatchObject({
    "http.route": "/v0.1/publish",
    "http.response.status_code": "200",
    "tripod.service": "registry",
    "tripod.request_id": answer.headers.get("x-request-id"),
  });
  // A stranger does not decide what is recorded, and under which number.
  expect(request.traceId).not.toBe("0af7651916cd43dd8448eb211c80319c");
  const ours = spans().filter(({ traceId }) => traceId === request.traceId);
  const byId = new Map(ours.map((span) => [span.spanId, span]));
  const job = ours.find(({ name }) => name === "registry.deliverWebhook");
  const asked = byId.get(job?.parentSpanId ?? "");
  expect(asked).toMatchObject({ name: "transaction", parentSpanId: request.spanId });
  const call = ours.find(({ name, parentSpanId }) => name === "POST" && parentSpanId === job?.spanId);
  expect(call && attributesOf(call)).toMatchObject({
    "server.address": new URL(receiver.url).host,
    "http.response.status_code": "204",
  });
  // A statement outside a transaction has a span of its own, and one inside is named by its transaction alone.
  const looked = ours.find(({ name }) => name === "registry.findDelivery");
  expect(looked?.parentSpanId).toBe(job?.spanId);
  const inside = attributesOf(asked ?? request)["tripod.statements"] as { values: { stringValue: string }[] };
  const names = inside.values.map(({ stringValue }) => stringValue);
  expect(names.length).toBeGreaterThan(0);
  expect(spans().filter(({ name, parentSpanId }) => names.includes(name) && parentSpanId === asked?.spanId)).toEqual(
    [],
  );
  expect(collector.seen[0]?.headers["authorization"]).toBe("Bearer of-the-collector");
  const sent = collector.seen.map(({ body }) => body).join("\n");
  for (const secret of [token, "path-secret", "query-secret", "of-the-collector", "com.example/watched"]) {
    expect(sent).not.toContain(secret);
  }
});

test("the metrics of a process move with what happens to it", async () => {
  expect(await metric("tripod_ready")).toBe(1);
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  expect(text).toMatch(/^tripod_info\{version="[^"]+",role="all",services="registry"\} 1$/m);
  expect(await metric('tripod_disk_bytes{kind="size"}')).toBeGreaterThan(
    (await metric('tripod_disk_bytes{kind="free"}')) ?? 0,
  );
  expect(await metric('tripod_database_connections{state="limit"}')).toBe(10);
  expect(await metric("tripod_database_waiting")).toBe(0);
  expect(await metric('tripod_change_feed_lag_seconds{topic="registry.servers"}')).toBeGreaterThanOrEqual(0);
  expect(await metric('tripod_trace_spans{outcome="sent"}')).toBeGreaterThan(0);
  expect(await metric('tripod_jobs_total{job_name="registry.deliverWebhook",outcome="done"}')).toBe(1);
  expect(await metric('tripod_jobs_total{job_name="registry.deliverWebhook",outcome="given_up"}')).toBe(0);
  expect(await metric("tripod_registry_servers")).toBe(1);
  const refused = 'tripod_http_refused_total{service="registry",endpoint="publishing.publishServer",status="401"}';
  expect(await metric(refused)).toBeUndefined();
  const wrong = { authorization: "Bearer wrong", "content-type": "application/json" };
  expect((await fetch(`${url}/v0.1/publish`, { method: "POST", headers: wrong, body: "{}" })).status).toBe(401);
  expect(await metric(refused)).toBe(1);
});
