/** What callers send: bodies, media types, parameters, and what is refused before any endpoint sees it. */
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rawRequest } from "../support/raw-http.ts";
import { send, type Answer, type TestWorld, type Unsigned } from "../support/test-world.ts";
import { startToys, toyWorlds, type Toys } from "./toy-services.ts";

let toys: Toys;
let worlds: ReturnType<typeof toyWorlds>;
beforeAll(async () => {
  toys = await startToys();
  worlds = toyWorlds(toys.url);
});
afterAll(() => toys.close());

const publish = async (body: string | Buffer | undefined, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${toys.url}/v0.1/servers`, {
    method: "POST",
    headers: { authorization: "Bearer good-tester", ...headers },
    ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
  });
  return { status: answer.status, body: await answer.json() };
};

describe("a JSON body", () => {
  test.each([
    ["nothing", undefined, 422, "request body is required"],
    ["an empty text", "", 422, "request body is required"],
    ["no JSON", "{name:1}", 422, "request body is not valid JSON"],
    ["half a document", '{"name":"a/b"', 422, "request body is not valid JSON"],
    ["bytes that are no UTF-8", Buffer.from([0x22, 0xff, 0x22]), 422, "request body is not UTF-8"],
    ["64 levels and one more", "[".repeat(65) + "]".repeat(65), 422, "JSON is nested deeper than 64 levels"],
    ["16,000 levels", "[".repeat(16_000), 422, "JSON is nested deeper than 64 levels"],
    ["__proto__", '{"name":"a/b","version":"1","__proto__":{"x":1}}', 422, expect.stringContaining("__proto__")],
    [
      "hidden __proto__",
      '{"name":"a/b","version":"1","\\u005f_proto__":{}}',
      422,
      expect.stringContaining("__proto__"),
    ],
    ["NUL", '{"name":"a/b","version":"\\u0000"}', 422, expect.stringContaining("NUL")],
    ["half a surrogate pair", '{"name":"a/b","version":"\\ud800"}', 422, expect.stringContaining("surrogate")],
    ["another type", "[]", 422, "must be object"],
    ["unknown members", '{"name":"a/b","version":"1","naem":1}', 422, "must not have additional properties naem"],
    [
      "unknown members further in",
      '{"name":"a/b","version":"1","packages":[{"identifier":"x","prot":1}]}',
      422,
      "packages.0 must not have additional properties prot",
    ],
    ["16,385 bytes", `{"name":"a/b","version":"1"}`.padEnd(16_385), 413, "Request body is larger than 16384 bytes"],
  ])("of %s is refused", async (_name, body, status, error) => {
    expect(await publish(body, { "content-type": "application/json" })).toEqual({ status, body: { error } });
  });

  test("members that a schema leaves open may have any name", async () => {
    const body = { name: "open/meta", version: "1", _meta: { "com.example/x": { deep: [1] } } };
    expect(await publish(JSON.stringify(body))).toEqual({ status: 201, body });
  });

  test.each([
    ["one", "application/json; charset=utf-8"],
    ["two", "application/vnd.example+json"],
    ["three", "APPLICATION/JSON"],
    ["four", "application/x-www-form-urlencoded"],
    ["five", undefined],
  ])("%s is read as %s, because people send that", async (name, type) => {
    const body = { name: `types/${name}`, version: "1" };
    const headers = type === undefined ? {} : { "content-type": type };
    expect(await publish(JSON.stringify(body), headers)).toEqual({ status: 201, body });
  });

  test.each([
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/xml",
    "application/jsonp",
    "nonsense",
    "a/b;=",
  ])("is not read as %s", async (type) => {
    const body = JSON.stringify({ name: "a/b", version: "1" });
    expect(await publish(body, { "content-type": type })).toMatchObject({ status: 415 });
  });

  test("that is a real HTML form is another media type where the endpoint takes none", async () => {
    const type = { "content-type": "application/x-www-form-urlencoded" };
    expect(await publish("name=a&version=1", type)).toMatchObject({ status: 415 });
  });

  test.each([
    ["gzip", gzipSync('{"name":"encoded/gzip","version":"1"}')],
    ["br", brotliCompressSync('{"name":"encoded/br","version":"1"}')],
    ["x-own, identity", '{"name":"encoded/own","version":"1"}'],
  ])("is not read with the content encoding %s, whatever its bytes", async (encoding, body) => {
    const error = `Bodies are not read with Content-Encoding ${encoding}`;
    expect(await publish(body, { "content-encoding": encoding })).toEqual({ status: 415, body: { error } });
  });

  test.each([
    ["identity", "one"],
    ["Identity", "two"],
    ["", "three"],
  ])("is read with the content encoding %j, which is none", async (encoding, name) => {
    const body = { name: `encoded/${name}`, version: "1" };
    expect(await publish(JSON.stringify(body), { "content-encoding": encoding })).toEqual({ status: 201, body });
  });

  test("starts after a byte order mark", async () => {
    expect(await publish('\ufeff{"name":"mark/order","version":"1"}')).toMatchObject({ status: 201 });
  });

  test("that is announced too large is refused before it is sent", async () => {
    const { status, body } = await rawRequest(
      toys.port,
      "POST /v0.1/servers HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n" +
        "Content-Length: 99999999\r\n\r\n{",
    );
    expect([status, JSON.parse(body)]).toEqual([413, { error: "Request body is larger than 16384 bytes" }]);
  });

  test("that goes on and on in chunks is cut off at the limit", async () => {
    const chunk = `2000\r\n${" ".repeat(0x2000)}\r\n`;
    const { status } = await rawRequest(
      toys.port,
      "POST /v0.1/servers HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n" +
        `Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(3)}`,
    );
    expect(status).toBe(413);
  });

  test("is asked for only after the caller is known", async () => {
    const answer = await publish("{", { authorization: "Bearer bad" });
    expect(answer.status).toBe(401);
  });
});

describe("query parameters", () => {
  test.each([
    ["limit=1", 200],
    ["limit=1&unknown=2", 200],
    ["limit=+1", 422],
    ["limit=%2B1", 200],
    ["limit=0", 422],
    ["limit=1.0", 422],
    ["limit=1e1", 422],
    ["limit=99999999999999999999", 422],
    ["limit=", 422],
    ["limit=1&limit=2", 422],
    ["search=%zz", 200],
    ["search=%ff", 200],
    [`search=${"x".repeat(51)}`, 422],
    ["__proto__=1&__proto__=2&constructor=3", 200],
  ])("%s is answered with %i", async (query, status) => {
    expect((await fetch(`${toys.url}/v0.1/servers?${query}`)).status).toBe(status);
  });

  test("that nobody knows are refused where the form says so, __proto__ too", async () => {
    for (const query of ["rows=1&colour=red", "__proto__=1&__proto__=2", "rows=1&toString=1"]) {
      const answer = await fetch(`${toys.url}/api/v2/orders/export?${query}`);
      expect(answer.status, query).toBe(422);
    }
  });
});

describe("params from query and body", () => {
  const order = { symbol: "BTC/USDT", side: "buy", quantity: "5" };
  const ask = async (
    method: "GET" | "POST",
    url: string,
    body?: string,
    type = "application/json",
  ): Promise<Answer> => {
    const world: TestWorld = worlds.trading;
    const request: Unsigned = { method, url, body: body === undefined ? undefined : Buffer.from(body) };
    const [endpoint] = world.endpoints;
    if (!endpoint) throw new Error("the toy has endpoints");
    return send(world, request, {
      ...(await world.credentials(request, endpoint)),
      ...(body ? { "content-type": type } : {}),
    });
  };
  const placed = (answer: Answer) => JSON.parse(answer.body.toString()).data;

  test("come as JSON, as a form and in the query, and are signed with it", async () => {
    const form = new URLSearchParams(order).toString();
    for (const answer of [
      await ask("POST", "/api/v2/orders/place", JSON.stringify(order)),
      await ask("POST", "/api/v2/orders/place", form, "application/x-www-form-urlencoded; charset=utf-8"),
      await ask("POST", `/api/v2/orders/place?${form}`),
    ]) {
      expect(answer.status).toBe(201);
      expect(placed(answer)).toMatchObject({ order, tags: [] });
    }
  });

  test("in the query win over those in the body", async () => {
    const answer = await ask("POST", "/api/v2/orders/place?quantity=7", JSON.stringify(order));
    expect(placed(answer).order.quantity).toBe("7");
  });

  test.each([
    ["tags=a"],
    ["tags=a&tags=b"],
    ["tags[]=a&tags[]=b"],
    ["tags%5B%5D=a&tags%5B%5D=b"],
    ["tags[1]=b&tags[0]=a"],
    ["tags=a&tags[]=b"],
  ])("%s is a list", async (list) => {
    const form = `${new URLSearchParams(order).toString()}&${list}`;
    const inForm = await ask("POST", "/api/v2/orders/place", form, "application/x-www-form-urlencoded");
    const inQuery = await ask("POST", `/api/v2/orders/place?${form}`);
    const expected = list === "tags=a" ? ["a"] : ["a", "b"];
    expect([placed(inForm)?.tags, placed(inQuery)?.tags]).toEqual([expected, expected]);
  });

  test.each([
    ["a list with a hole", `tags[1]=b`],
    ["a list past its end", `tags[999]=b`],
    ["brackets on what is no list", `side[]=sell`],
    ["brackets on nothing known", `colours[]=red`],
    ["a scalar given twice", `quantity=1&quantity=2`],
    ["NUL in a form", `tags=a%00b`],
  ])("%s is refused", async (_name, extra) => {
    const form = `symbol=BTC/USDT&side=buy&${extra}${extra.includes("quantity") ? "" : "&quantity=1"}`;
    const { status } = await ask("POST", "/api/v2/orders/place", form, "application/x-www-form-urlencoded");
    expect(status).toBe(422);
  });

  test("of a form with very many members are refused, and quickly", async () => {
    const form = "a&".repeat(20_000);
    const { status } = await ask("POST", "/api/v2/orders/place", form, "application/x-www-form-urlencoded");
    expect(status).toBe(422);
  });

  test.each(["[]", '"text"', "1", "null"])("are not taken from the JSON %s", async (body) => {
    expect((await ask("POST", "/api/v2/orders/list", body)).status).toBe(422);
  });

  test("of a POST without a body are those of the query", async () => {
    const answer = await ask("POST", "/api/v2/orders/list?ids[]=1&ids[]=3&side=buy");
    expect(placed(answer)).toMatchObject([{ id: 1 }]);
  });
});
