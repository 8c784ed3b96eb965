/** What callers and operators are told when things go wrong, and who may ask how often. */
import { Type } from "typebox";
import { afterEach, describe, expect, test } from "vitest";
import { endpointFor } from "../../src/kit/endpoint/endpoint.ts";
import { json, rawJson, withHeaders } from "../../src/kit/endpoint/output.ts";
import { errors } from "../../src/kit/errors/catalogue.ts";
import { startToys, type Toys } from "./toy-services.ts";

let toys: Toys | undefined;
afterEach(async () => {
  await toys?.close();
  toys = undefined;
});

const faults = errors("faults", {
  upstream: { status: 502, says: "The other side did not answer." },
  off: { status: 501, says: "This is turned off." },
});

const SECRET = "postgres://admin:hunter2@db";

/** Endpoints of the players toy that fail in every way there is. */
const faulty = Object.entries({
  throws: () => {
    throw new Error(SECRET);
  },
  rejects: () => Promise.reject(new TypeError(SECRET)),
  throwsText: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- what a careless library may do
    throw SECRET;
  },
  looksPublic: () => {
    throw Object.assign(new Error(SECRET), { statusCode: 418, code: "E_TEA", headers: { "x-secret": SECRET } });
  },
  upstream: () => {
    throw faults.upstream({}, { cause: new Error(SECRET) });
  },
  off: () => {
    throw faults.off();
  },
  wrongShape: () => withHeaders({ Count: SECRET as unknown as number }, { "X-Count": "1" }),
  wrongHeader: () => withHeaders({ Count: 1 }, { "X-Other": "1" }),
  nothing: () => undefined as unknown as { Count: number },
  fine: () => withHeaders({ Count: 1 }, { "x-count": "1" }),
}).map(([name, run]) =>
  endpointFor<unknown, { public: undefined }>()({
    id: `faults.${name}`,
    method: ["GET", "POST"],
    path: `/Faults/${name}`,
    auth: "public",
    summary: name,
    input: {},
    output: json(Type.Object({ Count: Type.Integer() }), { headers: { "X-Count": "How many" } }),
    errors: [],
    examples: [],
    run,
  }),
);

const twoBodies = endpointFor<unknown, { public: undefined }>()({
  id: "faults.twoBodies",
  method: "GET",
  path: "/Faults/twoBodies",
  auth: "public",
  summary: "One tag for two bodies",
  input: { query: Type.Object({ n: Type.Integer() }) },
  output: rawJson(Type.Integer()),
  errors: [],
  examples: [],
  run: (_deps, { input }) => ({ body: Buffer.from(String(input.query.n)), etag: "always-the-same" }),
});

const start = async (): Promise<Toys> => {
  toys = await startToys({ extra: { players: [...faulty, twoBodies] } });
  return toys;
};

describe("a failure", () => {
  test.each(["throws", "rejects", "throwsText", "looksPublic", "wrongShape", "wrongHeader", "nothing"])(
    "%s: the caller learns an id and nothing else, the log learns everything",
    async (name) => {
      const { url, log } = await start();
      const answer = await fetch(`${url}/Faults/${name}`, { headers: { "x-request-id": "id-of-caller" } });
      const text = await answer.text();
      expect(answer.status).toBe(500);
      expect(JSON.parse(text)).toEqual({
        Error: { Code: "internal", Message: "Internal server error", Status: 500, RequestId: "id-of-caller" },
      });
      expect(JSON.stringify([...answer.headers])).not.toMatch(/hunter2|x-count|etag/i);
      expect(answer.headers.get("x-request-id")).toBe("id-of-caller");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      const failures = log.filter(({ level }) => level === "error");
      expect(failures).toHaveLength(1);
      expect(failures[0]?.fields).toMatchObject({ requestId: "id-of-caller", endpoint: `faults.${name}` });
    },
  );

  test("that was made to be shown is shown, without its cause; the log has it", async () => {
    const { url, log } = await start();
    const answer = await fetch(`${url}/Faults/upstream`);
    expect(await answer.text()).toMatch(/"Message":"The other side did not answer\."/);
    const failure = log.find(({ level }) => level === "error");
    expect(failure?.fields["err"]).toMatchObject({ cause: { message: SECRET } });
  });

  test("is not what turned-off features and refusals are", async () => {
    const { url, log } = await start();
    expect((await fetch(`${url}/Faults/off`)).status).toBe(501);
    expect((await fetch(`${url}/Player/1`)).status).toBe(401);
    expect((await fetch(`${url}/Player/99`, { headers: { authorization: "key-of-anna" } })).status).toBe(404);
    expect(log.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("is one tag for two bodies", async () => {
    const { url, log } = await start();
    expect((await fetch(`${url}/Faults/twoBodies?n=1`)).status).toBe(200);
    expect((await fetch(`${url}/Faults/twoBodies?n=1`)).status).toBe(200);
    expect((await fetch(`${url}/Faults/twoBodies?n=2`)).status).toBe(500);
    expect(String(log.at(-1)?.fields["err"])).toContain("means one body only");
  });
});

describe("the log", () => {
  test("has a line for each change that was made, and none that anybody can cause at will", async () => {
    const { url, log } = await start();
    const post = (path: string, headers: Record<string, string>, body?: object) =>
      fetch(`${url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const token = { authorization: "Bearer good-tester", "x-request-id": "written" };
    await post("/v0.1/servers", token, { name: "log/line", version: "1" });
    await post("/v0.1/servers", token, { name: "log/line", version: "1" });
    await post("/v0.1/servers", { authorization: "Bearer guessed-token" });
    await post("/Faults/fine", {});
    await fetch(`${url}/Faults/fine`);
    expect(log.filter(({ level }) => level === "info")).toEqual([
      {
        level: "info",
        fields: { requestId: "written", endpoint: "servers.publishServer", status: 201, ms: expect.any(Number) },
        message: "servers.publishServer answered 201",
      },
    ]);
    expect(log.filter(({ level }) => level === "debug").map(({ fields }) => fields["status"])).toEqual([400, 401]);
    expect(JSON.stringify(log)).not.toMatch(/good-tester|guessed-token/);
  });

  test("and the metrics know every answer by its endpoint", async () => {
    const { url, observed } = await start();
    await fetch(`${url}/status`);
    await fetch(`${url}/player/1`);
    await fetch(`${url}/Faults/throws`);
    expect(observed).toEqual([
      { service: "players", endpoint: "system.getStatus", status: 200 },
      { service: "players", endpoint: "players.getPlayer", status: 401 },
      { service: "players", endpoint: "faults.throws", status: 500 },
    ]);
  });
});

describe("the request's id", () => {
  test.each([
    ["a usable one", { "x-request-id": "from-caller_1" }, "from-caller_1"],
    ["one with odd characters", { "x-request-id": "a b<script>" }, expect.stringMatching(/^toy-\d+$/)],
    ["none", {}, expect.stringMatching(/^toy-\d+$/)],
  ])("is echoed or made: %s", async (_name, headers, expected) => {
    const { url } = await start();
    for (const path of ["/Status", "/Player/1", "/unknown", "/Faults/throws", "/v0.1/servers/", "/v0.1/%zz"]) {
      const answer = await fetch(`${url}${path}`, { headers, redirect: "manual" });
      expect(answer.headers.get("x-request-id"), path).toEqual(expected);
    }
  });
});

describe("allowances", () => {
  const search = (url: string, key: string) =>
    fetch(`${url}/Search?type=player&q=a`, { headers: { authorization: key } });

  test("are drawn on by the cost of the endpoint, by address and by actor", async () => {
    const { url, drawn } = await start();
    const answer = await search(url, "key-of-anna");
    expect(answer.headers.get("ratelimit-limit")).toBe("1000");
    expect(answer.headers.get("ratelimit-remaining")).toBe("998");
    expect(answer.headers.get("ratelimit-reset")).toBe("60");
    expect(Object.fromEntries(drawn)).toEqual({ "players:address:127.0.0.1": 2, "players:key:anna": 2 });
  });

  test("that are used up answer 429 with the time to wait, in the form's shape, and what is left", async () => {
    const { url } = await start();
    const first = await search(url, "Bearer key-of-bert");
    expect([first.status, first.headers.get("ratelimit-limit"), first.headers.get("ratelimit-remaining")]).toEqual([
      200,
      "3",
      "1",
    ]);
    const second = await search(url, "ApiKey key-of-bert");
    expect(second.status).toBe(429);
    expect(Object.fromEntries(second.headers)).toMatchObject({
      "retry-after": "7",
      "ratelimit-limit": "3",
      "ratelimit-remaining": "0",
    });
    expect(await second.json()).toMatchObject({ Error: { Code: "http.rateLimited", Status: 429 } });
  });

  test("are private to each actor, also behind one address, and never show a key", async () => {
    const { url, drawn, log } = await start();
    for (let count = 0; count < 3; count++) await search(url, "key-of-bert");
    expect((await search(url, "key-of-bert")).status).toBe(429);
    expect((await search(url, "key-of-carl")).status).toBe(200);
    expect(JSON.stringify([...drawn, log])).not.toContain("key-of");
  });

  test("of nobody are touched by a key that is not let in, but those of its address are", async () => {
    const { url, drawn } = await start();
    await search(url, "key-of-nobody");
    expect([...drawn.keys()]).toEqual(["players:address:127.0.0.1"]);
  });

  test("by address count the caller behind a trusted proxy, and nobody else's word", async () => {
    const headers = { "x-forwarded-for": "192.0.2.7" };
    const plain = await start();
    await fetch(`${plain.url}/Status`, { headers });
    expect([...plain.drawn.keys()]).toEqual(["players:address:127.0.0.1"]);
    await plain.close();
    toys = await startToys({ trustedProxies: ["127.0.0.0/8"] });
    await fetch(`${toys.url}/Status`, { headers });
    expect([...toys.drawn.keys()]).toEqual(["players:address:192.0.2.7"]);
  });
});
