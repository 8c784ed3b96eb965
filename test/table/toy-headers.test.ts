/** Headers that every answer has, also those that no endpoint made. */
import { Type } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endpointFor } from "../../src/kit/endpoint/endpoint.ts";
import { stream } from "../../src/kit/endpoint/output.ts";
import { openRaw, parseAnswer, rawRequest } from "../support/raw-http.ts";
import { startToys, type Toys } from "./toy-services.ts";

const lines = endpointFor<unknown, { public: undefined }>()({
  id: "a.lines",
  method: "GET",
  path: "/Lines",
  auth: "public",
  summary: "",
  input: {},
  output: stream("application/x-ndjson", { item: Type.Number() }),
  errors: [],
  examples: [],
  run: async function* () {
    yield "1\n";
  },
});

let toys: Toys;
beforeAll(async () => {
  toys = await startToys({ extra: { players: [lines] }, timeouts: { headersMs: 300 } });
});
afterAll(() => toys.close());

const request = (first: string, ...headers: string[]) =>
  [`${first} HTTP/1.1`, "Host: a", "Connection: close", ...headers, "", ""].join("\r\n");

test.each([
  ["an answer", 200, request("GET /Status")],
  ["a HEAD", 200, request("HEAD /Status")],
  ["a stream", 200, request("GET /Lines")],
  ["a compressed stream", 200, request("GET /Lines", "Accept-Encoding: gzip")],
  ["one that is known", 304, request("GET /Status", "If-None-Match: *")],
  ["one of other origins", 200, request("GET /v0.1/servers", "Origin: https://a.example")],
  ["an unknown path", 404, request("GET /nothing")],
  ["an unknown path of a service", 404, request("GET /v0.1/nothing")],
  ["a path with a slash too many", 308, request("GET /Status/")],
  ["a refusal of a caller", 401, request("POST /v0.1/servers", "Content-Length: 0")],
  ["a method that is not allowed", 405, request("DELETE /Status")],
  ["a method that no endpoint has", 405, request("PROPFIND /Status")],
  ["OPTIONS", 204, request("OPTIONS /Status")],
  ["OPTIONS with rules for other origins", 204, request("OPTIONS /v0.1/servers", "Origin: https://a.example")],
  ["a broken address", 400, request("GET /%zz")],
  ["a NUL", 400, request("GET /a%00")],
  ["a body that is too large", 413, request("POST /v0.1/servers", "Content-Length: 100000000")],
  ["headers that are too large", 431, request("GET /Status", `X: ${"x".repeat(20_000)}`)],
  ["no HTTP", 400, "hello\r\n\r\n"],
  ["no host", 400, "GET /Status HTTP/1.1\r\n\r\n"],
  ["an unknown expectation", 200, request("GET /Status", "Expect: more")],
])("%s forbids browsers to guess its type", async (_what, status, text) => {
  const answer = await rawRequest(toys.port, text);
  expect(answer.status).toBe(status);
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  expect(answer.text.match(/nosniff/gi)).toHaveLength(1);
});

test("so does what did not come in time", async () => {
  const late = openRaw(toys.port);
  late.socket.write("GET /Status HTTP/1.1\r\n");
  await late.closed;
  expect(parseAnswer(late.received())).toMatchObject({ status: 408, headers: { "x-content-type-options": "nosniff" } });
});
