/** Callers that are slow, huge, gone or not speaking HTTP, and the end of the server itself. */
import { Type } from "typebox";
import { afterEach, describe, expect, test } from "vitest";
import { endpointFor } from "../../src/kit/endpoint/endpoint.ts";
import { json } from "../../src/kit/endpoint/output.ts";
import { openRaw, parseAnswer, rawGet, rawRequest } from "../support/raw-http.ts";
import { startToys, type ToyOptions, type Toys } from "./toy-services.ts";

let toys: Toys | undefined;
afterEach(async () => {
  await toys?.close();
  toys = undefined;
});

/** `/Slow` answers when the test says so. */
function gate() {
  let arrived = 0;
  let open: (() => void) | undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let signal: AbortSignal | undefined;
  const slow = endpointFor<unknown, { public: undefined }>()({
    id: "system.wait",
    method: "GET",
    path: "/Slow",
    auth: "public",
    summary: "Waits",
    input: {},
    output: json(Type.Object({ Done: Type.Boolean() })),
    errors: [],
    examples: [],
    async run(_deps, call) {
      signal = call.signal;
      arrived++;
      await opened;
      return { Done: true };
    },
  });
  return { slow, open: () => open?.(), arrived: () => arrived, signal: () => signal };
}

const start = async (options: ToyOptions = {}): Promise<Toys> => {
  toys = await startToys(options);
  return toys;
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("a request that is no good", () => {
  test.each([
    ["/v0.1/servers", (body: string) => expect(JSON.parse(body)).toEqual({ error: "request headers are too large" })],
    ["/Status", (body: string) => expect(JSON.parse(body)).toMatchObject({ Error: { Code: "http.badRequest" } })],
    ["/api/v2/system/ping", (body: string) => expect(JSON.parse(body)).toMatchObject({ error: { code: 1402 } })],
  ])("with huge headers is 431 in the form of %s", async (path, check) => {
    const { port } = await start();
    const answer = await rawGet(port, path, [`X-Huge: ${"x".repeat(20_000)}`]);
    expect([answer.status, answer.headers["connection"]]).toEqual([431, "close"]);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    check(answer.body);
  });

  test.each([
    ["a line of another protocol", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"],
    ["words", "hello server\r\n\r\n"],
    ["two lengths", "POST /Status HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx"],
    [
      "length and chunks",
      "POST /Status HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["a broken header", "GET /Status HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n"],
  ])("%s is 400 with a body, and the connection ends", async (_name, text) => {
    const { port } = await start();
    const answer = await rawRequest(port, text);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ Error: { Message: "the request is not valid HTTP" } });
    expect(answer.text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test("whose headers trickle in is cut off with 408", async () => {
    const { port } = await start({ timeouts: { headersMs: 200, requestMs: 400 } });
    const connection = openRaw(port);
    connection.socket.write("GET /v0.1/servers HTTP/1.1\r\nHost: a\r\n");
    const trickle = setInterval(() => connection.socket.write("X-More: x\r\n"), 20);
    await connection.closed;
    clearInterval(trickle);
    const { status, body } = parseAnswer(connection.received());
    expect(status).toBe(408);
    expect(JSON.parse(body)).toMatchObject({ Error: { Message: "the request did not arrive in time" } });
  });

  test("whose body trickles in is cut off with 408", async () => {
    const { port } = await start({ timeouts: { headersMs: 200, requestMs: 400 } });
    const connection = openRaw(port);
    connection.socket.write("POST /v0.1/servers HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n");
    const trickle = setInterval(() => connection.socket.write(" "), 20);
    await connection.closed;
    clearInterval(trickle);
    expect(parseAnswer(connection.received()).status).toBe(408);
  });

  test("and a connection on which nothing more is asked are closed", async () => {
    const { port } = await start({ timeouts: { idleMs: 50 } });
    const connection = openRaw(port);
    connection.socket.write("GET /Status HTTP/1.1\r\nHost: a\r\n\r\n");
    await connection.closed;
    expect(parseAnswer(connection.received()).status).toBe(200);
  });
});

test("a caller that hangs up aborts the call's signal, and is no failure", async () => {
  const { slow, open, arrived, signal } = gate();
  const { port, log, observed } = await start({ extra: { players: [slow] } });
  const connection = openRaw(port);
  connection.socket.write("GET /Slow HTTP/1.1\r\nHost: a\r\n\r\n");
  while (arrived() === 0) await turn();
  connection.socket.destroy();
  while (signal()?.aborted !== true) await turn();
  open();
  while (observed.length === 0) await turn();
  expect(observed).toEqual([{ service: "players", endpoint: "system.wait", status: 499 }]);
  expect(log.filter(({ level }) => level === "error")).toEqual([]);
});

test("a caller that hangs up in the middle of its body is no failure", async () => {
  const { port, log, url } = await start();
  const connection = openRaw(port);
  connection.socket.write("POST /v0.1/servers HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{");
  await turn();
  connection.socket.destroy();
  await connection.closed;
  expect((await fetch(`${url}/Status`)).status).toBe(200);
  expect(log.filter(({ level }) => level === "error")).toEqual([]);
});

test("many requests on one connection are answered in order", async () => {
  const { port } = await start();
  const connection = openRaw(port);
  const paths = ["/Status", "/v0.1/unknown", "/api/v2/system/ping", "/Status"];
  connection.socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(""));
  const text = await connection.until((received) => received.split('{"Online":true}').length === 3);
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(["200", "404", "200", "200"]);
  connection.socket.destroy();
});

describe("closing", () => {
  test("finishes what is in flight, then closes that connection too, and every silent one", async () => {
    const { slow, open, arrived } = gate();
    const { port, close } = await start({ extra: { players: [slow] }, timeouts: { closeMs: 60_000 } });
    const [busy, idle, silent] = [openRaw(port), openRaw(port), openRaw(port)];
    idle.socket.write("GET /Status HTTP/1.1\r\nHost: a\r\n\r\n");
    await idle.until((text) => text.includes("Online"));
    busy.socket.write("GET /Slow HTTP/1.1\r\nHost: a\r\n\r\n");
    while (arrived() === 0) await turn();

    let isClosed = false;
    const closing = close().then(() => (isClosed = true));
    await Promise.all([idle.closed, silent.closed]);
    expect(isClosed).toBe(false);
    expect(busy.received()).toBe("");
    open();
    // Keep-alive would hold this connection for two minutes: the test's own time limit is the proof that it does not.
    await Promise.all([closing, busy.closed]);
    expect(parseAnswer(busy.received())).toMatchObject({ status: 200, body: '{"Done":true}' });
    toys = undefined;
  });

  test("answers a request that came in on a busy connection, and takes no new ones", async () => {
    const { slow, open, arrived } = gate();
    const { port, close } = await start({ extra: { players: [slow] } });
    const busy = openRaw(port);
    busy.socket.write("GET /Slow HTTP/1.1\r\nHost: a\r\n\r\n");
    while (arrived() === 0) await turn();
    const closing = close();
    await turn();
    busy.socket.write("GET /Status HTTP/1.1\r\nHost: a\r\n\r\n");
    await turn();
    open();
    await Promise.all([closing, busy.closed]);
    expect(busy.received()).toContain('{"Done":true}');
    expect(busy.received()).not.toContain("503");
    const late = openRaw(port);
    await late.closed;
    expect(late.received()).toBe("");
    toys = undefined;
  });

  test("cuts off what does not end in time", async () => {
    const { slow, arrived } = gate();
    const { port, close } = await start({ extra: { players: [slow] }, timeouts: { closeMs: 100 } });
    const busy = openRaw(port);
    busy.socket.write("GET /Slow HTTP/1.1\r\nHost: a\r\n\r\n");
    while (arrived() === 0) await turn();
    await Promise.all([close(), busy.closed]);
    expect(busy.received()).toBe("");
    toys = undefined;
  });
});
