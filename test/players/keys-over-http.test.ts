/** What callers of the lookup may do with which key, and the manners of its answers, over real HTTP. */
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { memoryLimiter } from "../../src/kit/limits/memory-limiter.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import {
  createKey,
  enableKey,
  expireKey,
  revokeKey,
  type KeyDeps,
  type KeyLimits,
} from "../../src/players/keys/index.ts";
import { keyStore } from "../../src/players/keys/sql/key-store.ts";
import { playersWorld } from "../support/players-world.ts";

const limiter = memoryLimiter({ clock: systemClock() });
const world = await playersWorld({ limiter });
const { get, keys } = world;
const managing: KeyDeps = { ...world.platform, keys: keyStore(world.platform.db) };

/** Far more than the second between two looks at the keys, so that a machine under load does not fail the test. */
const GENEROUS: KeyLimits = { requests: 1_000_000, windowSeconds: 60 };

async function makeKey(limits: KeyLimits = GENEROUS): Promise<{ key: string; id: string }> {
  const { key, stored } = await createKey(managing, { name: "of a test", scope: "read", limits, expires: "never" });
  return { key, id: stored.id };
}

const statusWith = async (key: string): Promise<number> => (await get("/Online", key)).status;
const codeOf = ({ json }: { readonly json: { readonly Error: { readonly Code: string } } }): string => json.Error.Code;

describe("a key", () => {
  test.each([
    "/Player/101/Sessions",
    "/Player/101/Names",
    "/Player/101/Bans",
    "/Player/101/Plugins",
    "/Tribe/5001/Log",
    "/Tribe/5001/Members",
    "/Leaderboard",
  ])("of the scope read does not open the history at %s", async (path) => {
    const refused = await get(path, keys.read);
    expect([refused.status, codeOf(refused)]).toEqual([403, "keys_insufficient_scope"]);
    expect((await get(path, keys.history)).status).toBe(200);
    expect((await get(path, keys.admin)).status).toBe(200);
  });

  test("of a lesser scope than admin does not open the export", async () => {
    expect((await get("/Export", keys.read)).status).toBe(403);
    expect((await get("/Export", keys.history)).status).toBe(403);
    expect((await get("/Export", keys.admin)).status).toBe(200);
  });

  test("that is disabled is refused, until it is enabled again", async () => {
    const refused = await get("/Online", keys.disabled);
    expect([refused.status, codeOf(refused)]).toEqual([403, "keys_disabled"]);
    const { key, id } = await makeKey();
    expect(await statusWith(key)).toBe(200);
    await enableKey(managing, id, false);
    await expect.poll(() => statusWith(key)).toBe(403);
    await enableKey(managing, id, true);
    await expect.poll(() => statusWith(key)).toBe(200);
  });

  test("counts from the moment when it was made", async () => {
    expect(await statusWith((await makeKey()).key)).toBe(200);
  });

  test("that is revoked or expires is unknown or expired soon after", async () => {
    const [revoked, expiring] = await Promise.all([makeKey(), makeKey()]);
    expect([await statusWith(revoked.key), await statusWith(expiring.key)]).toEqual([200, 200]);
    await revokeKey(managing, revoked.id);
    await expireKey(managing, expiring.id, "now");
    for (const [key, code] of [
      [revoked.key, "keys_unknown"],
      [expiring.key, "keys_expired"],
    ] as const) {
      await expect.poll(() => statusWith(key)).toBe(401);
      const refused = await get("/Online", key);
      expect(codeOf(refused)).toBe(code);
      expect(refused.headers.get("www-authenticate")).toMatch(/^Bearer realm=/);
    }
  });

  test.each(["key", "api_key", "ApiKey", "authorization"])(
    "in the address, as %s, is refused even when the header has one too, and is not repeated",
    async (name) => {
      for (const authorization of [null, keys.read]) {
        const refused = await get(`/Online?${name}=${keys.read}`, authorization);
        expect([refused.status, codeOf(refused)]).toEqual([401, "keys_in_query"]);
        expect(refused.text).not.toContain(keys.read);
      }
    },
  );
});

describe("the limit of a key", () => {
  test("is told with each answer, and with 429 when it is used up; other keys are not concerned", async () => {
    const { key } = await makeKey({ requests: 2, windowSeconds: 600 });
    const remaining: (string | null)[] = [];
    for (let request = 0; request < 2; request++) {
      const { status, headers } = await get("/Online", key);
      expect([status, headers.get("ratelimit-limit")]).toEqual([200, "2"]);
      remaining.push(headers.get("ratelimit-remaining"));
    }
    expect(remaining).toEqual(["1", "0"]);
    const refused = await get("/Online", key);
    expect([refused.status, codeOf(refused)]).toEqual([429, "http_rate_limited"]);
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(600);
    expect(refused.headers.get("ratelimit-remaining")).toBe("0");
    expect(refused.headers.get("ratelimit-reset")).toBe(String(seconds));
    expect(await statusWith((await makeKey()).key)).toBe(200);
  });

  test("is used up faster by what costs more", async () => {
    const { key, stored } = await createKey(managing, {
      name: "of a test",
      scope: "admin",
      limits: { requests: 15, windowSeconds: 600 },
      expires: "never",
    });
    expect(stored.requests).toBe(15);
    expect((await get("/Export", key)).status).toBe(200);
    expect((await get("/Export", key)).status).toBe(429);
  });
});

describe("answers", () => {
  test.each(["/Player/101", "/Search?type=player&q=wolf", "/Online", "/Tribe/5001"])(
    "of %s have the same headers for HEAD, and are not sent again to whoever has them",
    async (path) => {
      const got = await get(path);
      const tag = got.headers.get("etag") ?? "";
      expect(tag).toMatch(/^"[^"]+"$/);
      const head = await get(path, keys.read, { method: "HEAD" });
      expect([head.status, head.text]).toEqual([200, ""]);
      for (const name of ["etag", "content-type", "content-length", "cache-control", "x-total-count"]) {
        expect(head.headers.get(name), name).toBe(got.headers.get(name));
      }
      const fresh = await get(path, keys.read, { headers: { "if-none-match": tag } });
      expect([fresh.status, fresh.text, fresh.headers.get("etag")]).toEqual([304, "", tag]);
      expect((await get(path, keys.read, { headers: { "if-none-match": '"other"' } })).text).toBe(got.text);
      expect((await get(path, null, { headers: { "if-none-match": tag } })).status).toBe(401);
    },
  );

  test.each(["POST", "PUT", "PATCH", "DELETE"])("to %s name what is allowed", async (method) => {
    const { status, headers, json } = await get("/Player/101", keys.read, { method });
    expect(status).toBe(405);
    expect((headers.get("allow") ?? "").split(", ")).toEqual(expect.arrayContaining(["GET", "HEAD"]));
    expect(json.Error).toMatchObject({ Code: "http_method_not_allowed", Status: 405 });
  });

  test.each([
    ["/Player/101", "GET, HEAD, OPTIONS"],
    ["/servers", "GET, HEAD, POST, OPTIONS"],
    ["/Key/key_1", "PATCH, DELETE, OPTIONS"],
  ])("to OPTIONS of %s name what is allowed", async (path, allowed) => {
    const { status, headers } = await get(path, null, { method: "OPTIONS" });
    expect(status).toBe(204);
    expect((headers.get("allow") ?? "").split(", ").toSorted()).toEqual(allowed.split(", ").toSorted());
  });

  test("to an unknown path are in the lookup's own form, with the request's id", async () => {
    const { status, headers, json } = await get("/Dinos");
    expect(status).toBe(404);
    expect(headers.get("content-type")).toContain("application/json");
    const requestId = headers.get("x-request-id");
    expect(requestId).toMatch(/./);
    const sentence = "There is nothing at this address. The interface is described at /docs.";
    expect(json).toEqual({
      Error: { Code: "http_unknown_path", Message: sentence, Status: 404, RequestId: requestId },
    });
  });

  test.each([
    ["/pLaYeR/101", "/Player/101"],
    ["/PLAYER?ID=101", "/Player/101"],
    ["/search?TYPE=PLAYER&Q=wolf&LIMIT=1", "/Search?type=Player&q=wolf&limit=1"],
    ["/search?Type=tRIBE&q=wolf", "/Search?type=Tribe&q=wolf"],
    ["/tribe?Id=5001", "/Tribe/5001"],
    ["/online", "/Online"],
  ])("to %s are those of %s", async (written, plain) => {
    const answer = await get(written);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe((await get(plain)).text);
  });
});

describe("a query", () => {
  test.each(["/Search?type=player&q=%zz", "/Search?type=player&q=%", "/Player?id=101&x=%ff", "/Online?%E0%A4%A=1"])(
    "that is not valid percent-encoding is refused as a path is: %s",
    async (path) => {
      const refused = await get(path);
      expect([refused.status, codeOf(refused)]).toEqual([400, "http_bad_url"]);
    },
  );

  test.each([
    "/Player?id=101&id=102",
    "/Player?id=101&ID=102",
    "/Player?id=101&id=101",
    "/Tribe?id=5001&Id=5002",
    "/Search?type=player&q=wolf&Q=bear",
  ])("that gives one parameter twice is refused: %s", async (path) => {
    const refused = await get(path);
    expect([refused.status, codeOf(refused)]).toEqual([400, "http_invalid_input"]);
    expect(refused.json.Error.Message).toContain("must be given once");
  });
});

test("a compressed body is refused, and the answer says what would be read", async () => {
  const made = { Name: "packed", Scope: "read", Expires: "1d" };
  const refused = await get("/Keys", keys.admin, {
    method: "POST",
    body: new Uint8Array(gzipSync(JSON.stringify(made))),
    headers: { "content-type": "application/json", "content-encoding": "gzip" },
  });
  expect([refused.status, codeOf(refused)]).toEqual([415, "http_unsupported_content_encoding"]);
  expect(refused.json.Error.Message).toContain("Content-Encoding gzip");
  expect(refused.headers.get("accept-encoding")).toBe("identity");
  expect((await get("/Keys", keys.admin)).text).not.toContain("packed");
});

test("a web page may ask for anything, with a key and the id of its last event, and read the headers", async () => {
  const asked = await get("/Search?type=player&q=wolf", null, {
    method: "OPTIONS",
    headers: {
      origin: "https://cluster.example.com",
      "access-control-request-method": "GET",
      "access-control-request-headers": "authorization,if-none-match,last-event-id",
    },
  });
  expect(asked.status).toBe(204);
  expect(asked.headers.get("access-control-allow-origin")).toBe("*");
  expect(asked.headers.get("access-control-allow-methods")).toContain("GET");
  const allowed = (asked.headers.get("access-control-allow-headers") ?? "").toLowerCase().split(/, */);
  expect(allowed).toEqual(expect.arrayContaining(["authorization", "if-none-match", "last-event-id"]));

  for (const [path, status] of [
    ["/Search?type=player&q=wolf", 200],
    ["/Search?type=Dino&q=wolf", 400],
  ] as const) {
    const answer = await get(path, keys.read, { headers: { origin: "https://cluster.example.com" } });
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([status, "*"]);
    const exposed = (answer.headers.get("access-control-expose-headers") ?? "").toLowerCase().split(/, */);
    const rate = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "retry-after"];
    expect(exposed).toEqual(expect.arrayContaining(["x-total-count", ...rate]));
  }
});
