/** Which endpoint answers, and what is answered where none does. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rawGet } from "../support/raw-http.ts";
import { startToys, type Toys } from "./toy-services.ts";

let toys: Toys;
beforeAll(async () => {
  toys = await startToys();
});
afterAll(() => toys.close());

const key = { authorization: "key-of-anna" };
const ask = (path: string, init: RequestInit = {}) => fetch(`${toys.url}${path}`, { redirect: "manual", ...init });
const idOf = async (path: string, init: RequestInit = {}) => {
  const before = toys.observed.length;
  const { status } = await ask(path, init);
  return `${status} ${toys.observed[before]?.endpoint ?? "-"}`;
};

describe("method and path", () => {
  test.each([
    ["GET", "/v0.1/servers", "200 servers.listServers"],
    ["GET", "/v0/servers", "200 servers.listServers"],
    ["GET", "/v0.1/servers/example%2Fweather", "200 servers.getServer"],
    ["POST", "/v0.1/servers", "401 servers.publishServer"],
    ["DELETE", "/v0.1/servers/x", "401 servers.deleteServer"],
    ["GET", "/Status", "200 system.getStatus"],
    ["GET", "/api/v2/system/ping", "200 system.ping"],
    ["POST", "/api/v2/orders/list", "401 orders.listOrders"],
    ["GET", "/api/v2/orders/list", "401 orders.listOrders"],
  ])("%s %s reaches %s", async (method, path, reached) => {
    expect(await idOf(path, { method })).toBe(reached);
  });

  test.each([
    ["/player/1", "200 players.getPlayer"],
    ["/PLAYER?ID=1", "200 players.findPlayer"],
    ["/%50layer/1", "200 players.getPlayer"],
    ["/%70LAYER/1", "200 players.getPlayer"],
    ["/search?TYPE=PLAYER&Q=Anna", "200 search.searchPlayers"],
    ["/V0.1/servers", "404 -"],
    ["/v0.1/SERVERS", "404 -"],
  ])("%s: case does not matter where the form says so, and only there", async (path, reached) => {
    expect(await idOf(path, { headers: key })).toBe(reached);
  });

  test("a parameter keeps its case, even where it looks like a fixed part of a path", async () => {
    const answer = await ask("/player/SEARCH", { headers: key });
    expect(answer.status).toBe(400);
    const list = await (await ask("/search?type=player&q=anna", { headers: key })).json();
    expect(list).toEqual([
      { PlayerId: 2, Name: "Hanna" },
      { PlayerId: 3, Name: "Joanna" },
    ]);
  });
});

/** What two equal requests need not have in common: the client closes its connection after HEAD. */
const DIFFERENT = /^(date|connection|keep-alive|ratelimit-remaining)$/;

describe("HEAD", () => {
  test.each(["/v0.1/servers", "/v0.1/servers/nothing", "/Status", "/api/v2/system/ping"])(
    "of %s has the headers of GET, its length too, and no body",
    async (path) => {
      for (const encoding of ["identity", "gzip"]) {
        const headers = { "accept-encoding": encoding, "x-request-id": "same" };
        const [got, head] = await Promise.all([ask(path, { headers }), ask(path, { headers, method: "HEAD" })]);
        const shown = (answer: Response) => [...answer.headers].filter(([name]) => !DIFFERENT.test(name));
        expect(head.status).toBe(got.status);
        expect(shown(head)).toEqual(shown(got));
        expect(head.headers.get("content-length")).toMatch(/^[1-9]\d*$/);
        expect(await head.text()).toBe("");
      }
    },
  );

  test("of a 304 says no length", async () => {
    const { headers } = await ask("/v0.1/servers");
    const head = await rawGet(toys.port, "/v0.1/servers", [`If-None-Match: ${headers.get("etag")}`], "HEAD");
    expect(head.status).toBe(304);
    expect(head.headers).not.toHaveProperty("content-length");
  });
});

describe("methods that are not there", () => {
  test.each([
    ["DELETE", "/v0.1/servers", "GET, HEAD, POST, OPTIONS", { error: "DELETE is not allowed" }],
    ["PUT", "/v0/servers/x", "GET, HEAD, DELETE, OPTIONS", { error: "PUT is not allowed" }],
    ["POST", "/status", "GET, HEAD, OPTIONS", expect.objectContaining({ Error: expect.anything() })],
    ["GET", "/api/v2/orders/place", "POST, OPTIONS", expect.objectContaining({ error: expect.anything() })],
  ])("%s %s is 405 with what is allowed", async (method, path, allow, body) => {
    const answer = await ask(path, { method, headers: { "content-type": "text/odd" } });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
    expect(await answer.json()).toEqual(body);
  });

  test.each([
    ["TRACE", "/v0.1/servers", "GET, POST, HEAD, OPTIONS"],
    ["PROPFIND", "/v0/servers/x?y=1", "GET, DELETE, HEAD, OPTIONS"],
    ["QUERY", "/status", "GET, HEAD, OPTIONS"],
    ["FROBNICATE", "/v0.1/servers/x", "GET, DELETE, HEAD, OPTIONS"],
    ["get", "/STATUS", "GET, HEAD, OPTIONS"],
    ["BREW", "/api/v2/orders/place?pot=1", "POST, OPTIONS"],
    ["CONNECT", "example.com:443", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"],
  ])("%s of %s, which no endpoint uses, is 405 too", async (method, path, allow) => {
    const answer = await rawGet(toys.port, path, [], method);
    expect([answer.status, answer.headers["allow"]?.split(", ").toSorted()]).toEqual([
      405,
      allow.split(", ").toSorted(),
    ]);
    expect(answer.headers["x-request-id"]).toMatch(/./);
    expect(typeof JSON.parse(answer.body)).toBe("object");
  });

  test.each(["TRACE", "FROBNICATE"])("%s of a path that is not there is 404", async (method) => {
    for (const path of ["/v0.1/unknown", "/v0.1/servers/x/y/z", "/api/v2/unknown"]) {
      expect((await rawGet(toys.port, path, [], method)).status).toBe(404);
    }
  });

  test("OPTIONS says what is allowed where there are no cross-origin rules", async () => {
    const answer = await ask("/api/v2/orders/list", { method: "OPTIONS" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([204, "GET, POST, HEAD, OPTIONS"]);
    expect(answer.headers.has("access-control-allow-origin")).toBe(false);
  });

  test("a preflight is answered where any origin may ask", async () => {
    const headers = { origin: "https://page.example", "access-control-request-method": "POST" };
    const answer = await ask("/v0.1/servers", { method: "OPTIONS", headers });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-methods")).toContain("POST");
    expect(answer.headers.get("access-control-max-age")).toBe("86400");
  });

  test.each(["/v0.1/servers", "/v0.1/servers/nothing", "/v0.1/unknown", "/v0.1/servers?limit=x"])(
    "a page of another origin may read the answer of %s",
    async (path) => {
      const answer = await ask(path, { headers: { origin: "https://page.example" } });
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    },
  );
});

describe("paths that are not there", () => {
  test.each([
    ["/v0.1/unknown", { error: "There is no /v0.1/unknown here" }],
    ["/v0/unknown?x=1", { error: "There is no /v0/unknown here" }],
    ["/unknown", { Error: { Code: "http.unknownPath", Message: "Nothing is here", Status: 404, RequestId: "me" } }],
    [
      "/v0.10/servers",
      { Error: { Code: "http.unknownPath", Message: "Nothing is here", Status: 404, RequestId: "me" } },
    ],
    [
      "/api/v2/unknown",
      { error: { code: 1404, message: "Unknown endpoint /api/v2/unknown" }, meta: { request_id: "me" } },
    ],
  ])("%s is 404 in the form of its prefix", async (path, body) => {
    for (const init of [{}, { method: "POST", body: "x", headers: { "content-type": "text/odd" } }]) {
      const answer = await ask(path, { ...init, headers: { ...init.headers, "x-request-id": "me" } });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual(body);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  test.each([
    ["/v0.1/servers/", "/v0.1/servers"],
    ["/v0.1/servers//", "/v0.1/servers"],
    ["/v0.1//servers?a=1?b=2", "/v0.1/servers?a=1?b=2"],
    ["//v0.1/servers", "/v0.1/servers"],
    ["/api/v2/system/ping/", "/api/v2/system/ping"],
    ["/player/1/", "/player/1"],
  ])("%s is sent on to %s", async (path, location) => {
    const answer = await rawGet(toys.port, path);
    expect([answer.status, answer.headers["location"]]).toEqual([308, location]);
  });

  test.each([
    "//evil.example",
    "//evil.example/",
    "///evil.example/",
    "/\\evil.example/",
    "/\\/evil.example/",
    "/\t/evil.example/",
    "\\\\evil.example/",
    "/./\\evil.example/",
    "http://evil.example//v0.1/",
    "*",
  ])("%j never sends a browser to another host", async (path) => {
    const { status, headers } = await rawGet(toys.port, path);
    const location = headers["location"];
    expect([308, 400, 404]).toContain(status);
    if (location !== undefined) {
      expect(new URL(location, "http://here.example/").host).toBe("here.example");
      expect(location).toMatch(/^\/[^/\\\t]/);
    }
  });
});

describe("addresses that cannot be read", () => {
  test.each([
    ["/v0.1/servers/%zz", { error: "Invalid percent-encoding in the URL path" }],
    ["/v0.1/servers/%ff", { error: "Invalid percent-encoding in the URL path" }],
    ["/v0.1/servers/%00", { error: "The path contains null bytes" }],
    ["/v0.1/unknown/%00/", { error: "The path contains null bytes" }],
    ["/v0.1/servers?search=a%00b", { error: "The query contains null bytes" }],
    ["/api/v2/%e0%a4%a", { error: { code: 1400, message: "The path is not valid" }, meta: { request_id: "me" } }],
  ])("%s is 400 in the form of its prefix", async (path, body) => {
    const { status, body: text } = await rawGet(toys.port, path, ["X-Request-Id: me"]);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toEqual(body);
  });

  test("a raw NUL is no HTTP", async () => {
    expect((await rawGet(toys.port, "/v0.1/servers/a\0b")).status).toBe(400);
  });

  test("a parameter of any length comes to its operation, up to what an address may have", async () => {
    for (const length of [300, 4_097, 15_000]) {
      const { status } = await ask(`/v0.1/servers/${"x".repeat(length)}`);
      expect([length, status]).toEqual([length, 422]);
    }
  });
});
