import { Type } from "typebox";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { openRaw, rawRequest } from "../../../test/support/raw-http.ts";
import { AppError } from "../errors/catalogue.ts";
import { silentLog } from "../log/log.ts";
import { endpointFor } from "./endpoint.ts";
import type { ServiceForm } from "./form.ts";
import { buildHttp } from "./http-server.ts";
import type { HttpOptions, SocketPath, TakenConnection } from "./http-services.ts";
import { json } from "./output.ts";

const form: ServiceForm = {
  name: "test",
  title: "Test",
  version: "1",
  description: "",
  prefixes: ["/api"],
  bodyBytes: 1000,
  publicKinds: ["public"],
  security: { schemes: {}, byKind: {} },
  unknownMembers: { query: "ignore", body: "ignore" },
  errorSchema: Type.Object({}),
  authenticate: () => undefined,
  allowances: (stage, { address }) => (stage === "address" ? [{ key: address, requests: 3, windowSeconds: 60 }] : []),
  invalidInput: () => new AppError({ code: "invalid", status: 422, says: "invalid" }),
  refusal: (of) => {
    const status = of.kind === "unknownPath" ? 404 : of.kind === "rateLimited" ? 429 : 400;
    return new AppError({ code: of.kind, status, says: of.kind });
  },
  renderError: ({ message }) => ({ message }),
};

const echo = endpointFor<undefined, { public: undefined }>()({
  id: "test.echo",
  method: ["GET", "POST"],
  path: "/echo",
  auth: "public",
  summary: "",
  input: { params: Type.Object({ word: Type.String() }) },
  output: json(Type.Object({ word: Type.String() })),
  errors: [],
  examples: [],
  run: (_deps, { input: { params } }) => ({ word: params.word }),
});

const SHAKE = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
const WEBSOCKET = [...SHAKE, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="];

const servers = new WebSocketServer({ noServer: true });
const taken: TakenConnection[] = [];
afterEach(() => {
  for (const { socket } of taken.splice(0)) socket.destroy();
});

function upgrade(connection: TakenConnection): void {
  taken.push(connection);
  servers.handleUpgrade(connection.request, connection.socket, connection.head, (socket) => {
    socket.on("message", (data: Buffer) => socket.send(`${connection.address} says ${data.toString()}`));
  });
}

async function serving(path: Partial<SocketPath> = {}, options: Partial<HttpOptions> = {}) {
  const http = await buildHttp({
    services: [{ form, endpoints: [echo], deps: undefined, sockets: [{ path: "/api/ws", upgrade, ...path }] }],
    log: silentLog(),
    requestId: () => "id",
    timeouts: { closeMs: 300 },
    ...options,
  });
  const { port } = await http.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => http.close());
  return { http, port };
}

function lines(first: string, headers: readonly string[], body = ""): string {
  return [first, "Host: 127.0.0.1", ...headers, "", body].join("\r\n");
}

describe("a path of sockets", () => {
  test("gets the connection, with the address from a trusted proxy", async () => {
    const { port } = await serving({}, { trustedProxies: ["127.0.0.1"] });
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/ws?a=b`, { headers: { "x-forwarded-for": "192.0.2.7" } });
    socket.on("open", () => socket.send("hello"));
    const heard = await new Promise((resolve) => socket.once("message", (data: Buffer) => resolve(data.toString())));
    expect(heard).toBe("192.0.2.7 says hello");
    expect(taken[0]?.request.url).toBe("/api/ws?a=b");
    socket.terminate();
  });

  test("refuses a request that is not an upgrade in the service's form", async () => {
    const { port } = await serving();
    const answer = await rawRequest(port, lines("GET /api/ws HTTP/1.1", ["Connection: close"]));
    expect(answer).toMatchObject({ status: 400, body: '{"message":"badRequest"}' });
    expect(answer.headers["upgrade"]).toBe("websocket");
    const posted = await rawRequest(port, lines("POST /api/ws HTTP/1.1", ["Connection: close", "Content-Length: 0"]));
    expect(posted).toMatchObject({ status: 400, body: '{"message":"methodNotAllowed"}' });
  });

  test("hands requests on unread to a protocol that brings its own", async () => {
    const { port } = await serving({
      request(request, response, address) {
        request.on("data", (data: Buffer) => response.end(`${address} sent ${data.toString()}`));
      },
    });
    const head = ["Connection: close", "Content-Length: 5", "Content-Type: no/such"];
    expect((await rawRequest(port, lines("POST /api/ws HTTP/1.1", head, "hello"))).body).toBe("127.0.0.1 sent hello");
    expect((await rawRequest(port, lines("PUT /api/ws HTTP/1.1", head, "hello"))).status).toBe(400);
  });

  test("may refuse who comes, and the connection ends", async () => {
    const { port } = await serving({
      admit: async ({ headers }) => {
        throw new AppError({ code: "no", status: 401, says: `not ${String(headers["key"])}` });
      },
    });
    const answer = await rawRequest(port, lines("GET /api/ws HTTP/1.1", [...WEBSOCKET, "Key: me"]));
    expect(answer).toMatchObject({ status: 401, body: '{"message":"not me"}' });
    expect(taken).toEqual([]);
  });

  test("draws on the allowance of the address", async () => {
    let used = 0;
    const limiter = {
      consume: async ({ requests }: { requests: number }) => {
        const remaining = requests - ++used;
        const [allowed, isBanned] = [remaining >= 0, false];
        return { allowed, limit: requests, remaining, resetSeconds: 9, retryAfterSeconds: 9, isBanned };
      },
    };
    const { port } = await serving({}, { limiter });
    const statuses: number[] = [];
    for (let time = 0; time < 4; time++) {
      const connection = openRaw(port);
      connection.socket.write(lines("GET /api/ws HTTP/1.1", WEBSOCKET));
      const text = await connection.until((received) => received.includes("\r\n\r\n"));
      statuses.push(Number(text.split(" ")[1]));
      connection.socket.destroy();
    }
    expect(statuses).toEqual([101, 101, 101, 429]);
  });
});

describe("elsewhere", () => {
  test("an upgrade is ignored, and the request answered with its body, also the next one on the connection", async () => {
    const { port } = await serving();
    const content = ["Content-Type: application/json", "Content-Length: 14"];
    const h2c = ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA"];
    const connection = openRaw(port);
    connection.socket.write(lines("POST /api/echo HTTP/1.1", [...h2c, ...content], '{"word":"one"}'));
    await connection.until((received) => received.includes('{"word":"one"}'));
    connection.socket.write(lines("POST /api/echo HTTP/1.1", [...h2c, ...content], '{"word"'));
    await new Promise((resolve) => setImmediate(resolve));
    connection.socket.write(':"two"}');
    await connection.until((received) => received.includes('{"word":"two"}'));
    connection.socket.write(lines("GET /api/echo?word=three HTTP/1.1", ["Connection: close"]));
    await connection.closed;
    expect(connection.received()).toContain('{"word":"three"}');
  });

  test("a connection may ask for it again and again, and collects no listeners", async () => {
    const { port } = await serving();
    const connection = openRaw(port);
    const warned: Error[] = [];
    const note = (warning: Error): unknown => warned.push(warning);
    process.on("warning", note);
    onTestFinished(() => void process.off("warning", note));
    for (let time = 1; time <= 30; time++) {
      const h2c = ["Connection: Upgrade", "Upgrade: h2c"];
      connection.socket.write(lines(`GET /api/echo?word=n${time} HTTP/1.1`, h2c));
      await connection.until((received) => received.includes(`{"word":"n${time}"}`));
    }
    connection.socket.destroy();
    expect(warned).toEqual([]);
  });

  test.each(["/api/nothing", "/nothing", "/api/ws/", "/api/WS"])(
    "%s leads nowhere for sockets either",
    async (path) => {
      const { port } = await serving();
      const connection = openRaw(port);
      connection.socket.write(lines(`GET ${path} HTTP/1.1`, WEBSOCKET));
      const text = await connection.until((received) => received.includes("\r\n\r\n"));
      expect(text).toMatch(/^HTTP\/1\.1 (404|308) /);
      connection.socket.destroy();
    },
  );

  test("an upgrade behind an unfinished request ends the connection", async () => {
    const { port } = await serving({ request: () => {} });
    const connection = openRaw(port);
    connection.socket.write(lines("GET /api/ws HTTP/1.1", []) + lines("GET /api/ws HTTP/1.1", WEBSOCKET));
    await connection.closed;
    expect(connection.received()).toBe("");
  });
});

test("closing cuts off connections that their service does not close", async () => {
  const { http, port } = await serving();
  const connection = openRaw(port);
  connection.socket.write(lines("GET /api/ws HTTP/1.1", WEBSOCKET));
  await connection.until((received) => received.includes("101 Switching"));
  await http.close();
  await connection.closed;
  expect(connection.socket.closed).toBe(true);
});
