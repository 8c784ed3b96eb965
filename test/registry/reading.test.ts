/** What reads promise beyond their content: validators, HEAD, compression, aliases, cursors, privacy. */
import { describe, expect, test } from "vitest";
import { registryWorld, serverPath } from "../support/registry-world.ts";

const world = await registryWorld();
const { get, request, publish } = world;
for (let number = 0; number < 12; number++) {
  await publish({
    name: `com.read/server-${String(number).padStart(2, "0")}`,
    description: `Number ${number} of a dozen, with words enough to be worth packing.`,
    version: "1.0.0",
  });
}
const READS = [
  "/servers",
  "/servers?version=latest&limit=5",
  `/servers/${encodeURIComponent("com.read/server-00")}/versions`,
  `/servers/${encodeURIComponent("com.read/server-00")}/versions/latest`,
];

describe.each(READS)("GET %s", (path) => {
  test("has a strong tag that answers 304 until something changes", async () => {
    const first = await get(`/v0.1${path}`);
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[\w-]+"$/);
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const again = await get(`/v0.1${path}`, { headers: { "if-none-match": tag } });
    expect([again.status, again.text]).toEqual([304, ""]);
    const body = { name: "com.read/server-00", description: `Changed for ${path}`, version: "1.0.0" };
    const token = await world.token({ edit: ["com.read/*"] });
    await request("PUT", serverPath("com.read/server-00", "/versions/1.0.0"), { body, token });
    const changed = await get(`/v0.1${path}`, { headers: { "if-none-match": tag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(tag);
  });

  test("answers HEAD with the same headers and no body", async () => {
    const whole = await get(`/v0.1${path}`);
    const head = await request("HEAD", `/v0.1${path}`);
    expect([head.status, head.text]).toEqual([200, ""]);
    for (const name of ["etag", "content-type", "content-length", "cache-control"]) {
      expect(head.headers.get(name), name).toBe(whole.headers.get(name));
    }
  });

  test("is the same under /v0", async () => {
    const [one, other] = [await get(`/v0.1${path}`), await get(`/v0${path}`)];
    expect(other.text).toBe(one.text);
    expect(other.headers.get("etag")).toBe(one.headers.get("etag"));
  });
});

test.each(["gzip", "br"])("a list is packed with %s for those who ask", async (encoding) => {
  const packed = await get("/v0.1/servers", { headers: { "accept-encoding": encoding } });
  const plain = await get("/v0.1/servers", { headers: { "accept-encoding": "identity" } });
  expect(packed.headers.get("content-encoding")).toBe(encoding);
  expect(packed.text).toBe(plain.text);
  expect(packed.headers.get("etag")).not.toBe(plain.headers.get("etag"));
  expect(plain.headers.get("content-encoding")).toBeNull();
});

describe("a cursor", () => {
  const nextOf = async (query: string): Promise<string> =>
    (await get(`/v0.1/servers?${query}`)).json.metadata.nextCursor;

  test.each(["x", "=", "%00", "a".repeat(5_000)])("that is none of ours is refused: %s", async (cursor) => {
    const answer = await get(`/v0.1/servers?cursor=${cursor}`);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json)).toEqual(["error"]);
  });

  test("that was tampered with is refused", async () => {
    const cursor = await nextOf("limit=2");
    const other = cursor.slice(0, -2) + (cursor.endsWith("AA") ? "BB" : "AA");
    expect((await get(`/v0.1/servers?limit=2&cursor=${other}`)).status).toBe(400);
  });

  test("of another search is refused", async () => {
    const cursor = await nextOf("limit=2&search=com.read");
    expect((await get(`/v0.1/servers?limit=2&search=server-1&cursor=${cursor}`)).json.error).toContain("other filters");
  });
});

describe("paths", () => {
  test("with slashes too many lead to the clean one, which answers directly", async () => {
    for (const path of ["/v0.1/servers/", "//v0.1/servers", "/v0.1//servers?limit=1"]) {
      const answer = await get(path);
      expect(answer.status, path).toBe(308);
      expect(answer.headers.get("location")).toBe(path.includes("?") ? "/v0.1/servers?limit=1" : "/v0.1/servers");
    }
  });

  test.each([
    ["/v0.1/servers/%E0%A4%A/versions", 400, "Invalid server name encoding"],
    ["/v0.1/servers/com.read%2Fserver-00/versions/%E0%A4%A", 400, "Invalid version encoding"],
    ["/v0.1/servers/com.read/server-00/versions", 404, "%2F"],
    ["/v0.1/servers/com.read%252Fserver-00%2500/versions", 400, "null bytes"],
    ["/v0.1/servers?search=%00", 400, "null bytes"],
    ["/v0.1/nothing", 404, "/v0.1/servers"],
    ["/v0.1/servers/com.read%2Fserver-00", 404, "/v0.1/servers/com.read%2Fserver-00/versions/latest"],
    ["/v0/servers/com.read%2Fserver-00", 404, "/v0/servers/com.read%2Fserver-00/versions/latest"],
  ])("%s answers %i", async (path, status, words) => {
    const answer = await get(path);
    expect(answer.status).toBe(status);
    expect(answer.json.error).toContain(words);
  });

  test("with a method that they do not have say which they have", async () => {
    const answer = await request("DELETE", "/v0.1/servers");
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect(Object.keys(answer.json)).toEqual(["error"]);
  });
});

test.each([
  ["kind=elsewhere", "kind must be one of remote, local"],
  ["status=", "status must be one of active, deprecated, deleted"],
  ["sort=newest", "sort must be one of name, updated"],
  ["limit=many", "limit must be a whole number"],
  [`search=${"a".repeat(201)}`, "search must have at most 200 characters"],
  ["limit=1&limit=2", "limit must be given once"],
  ["limit=0", "limit must be at least 1"],
  ["limit=101", "limit must be at most 100"],
])("a list with %s is refused, and the answer says what is allowed", async (query, reason) => {
  const { status, json } = await get(`/v0.1/servers?${query}`);
  expect([status, json]).toEqual([422, { error: `validation failed: ${reason}` }]);
});

test("private reads need a token; logins, health and keys do not", async () => {
  const closed = await registryWorld({ TRIPOD_REGISTRY_PRIVATE_READS: "on" }, world.database);
  const token = await closed.token({ publish: ["com.reader/none"] });
  for (const path of READS) {
    expect((await closed.get(`/v0.1${path}`)).status, path).toBe(401);
    expect((await closed.get(`/v0.1${path}`, { token })).status, path).toBe(200);
  }
  for (const path of ["/v0.1/health", "/v0.1/ping", "/.well-known/jwks.json"]) {
    expect((await closed.get(path)).status, path).toBe(200);
  }
  expect((await closed.request("POST", "/v0.1/auth/none", { body: {} })).status).toBe(404);
});
