import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answered, fakeUpstream, sendJson, type FakeUpstream } from "../../../../test/support/fake-upstream.ts";
import { collect, serverResponseOf } from "../../../../test/support/server-responses.ts";
import { systemRandom } from "../../../kit/ids/ids.ts";
import { outbound, type Outbound } from "../../../kit/outbound/outbound.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { parseInstant } from "../../../kit/time/instant.ts";
import { operatorHost } from "../settings.ts";
import { listUrl } from "./list-url.ts";
import { UpstreamError } from "./upstream-error.ts";
import { walkRegistry, type Walk } from "./walk-registry.ts";

const entries = ["a", "b", "c", "d", "e", "f", "g"].map((letter) => serverResponseOf(`io.example/${letter}`, "1.0.0"));
let upstream: FakeUpstream;
let http: Outbound;
/** The requested waits, in milliseconds; the test does not really wait. */
let waits: number[] = [];

beforeAll(async () => {
  upstream = await fakeUpstream();
  http = outbound({ allowPrivate: operatorHost(upstream.url), userAgent: "test", clock: systemClock() });
});
afterAll(async () => {
  await http.close();
  await upstream.close();
});
beforeEach(() => {
  upstream.forget();
  upstream.entries = [...entries];
  waits = [];
});

function walk(options: Partial<Walk> = {}): Promise<unknown[]> {
  const sleep = async (ms: number): Promise<void> => void waits.push(ms);
  const clock = { ...systemClock(), sleep };
  return collect(
    walkRegistry({ outbound: http, clock, random: systemRandom() }, { baseUrl: upstream.url, ...options }),
  );
}

test.each([
  ["https://a.example", "https://a.example/v0.1/servers"],
  ["https://a.example/", "https://a.example/v0.1/servers"],
  ["https://a.example/registry//", "https://a.example/registry/v0.1/servers"],
  ["https://a.example/v0.1", "https://a.example/v0.1/servers"],
  ["https://a.example/v0/", "https://a.example/v0/servers"],
  ["https://a.example/registry/v0.1/servers", "https://a.example/registry/v0.1/servers"],
  ["https://a.example/v0/servers/", "https://a.example/v0/servers"],
  ["https://a.example/servers", "https://a.example/servers/v0.1/servers"],
])("the list of %s is at %s", (baseUrl, expected) => {
  expect(listUrl(baseUrl)).toBe(expected);
});

test("all pages are read in turn, deleted versions too", async () => {
  upstream.entries = [...entries, serverResponseOf("io.example/z", "1.0.0", { status: "deleted" })];
  expect(await walk()).toEqual(upstream.entries);
  expect(upstream.queries()).toEqual([
    { limit: "100", include_deleted: "true" },
    { limit: "100", include_deleted: "true", cursor: "3" },
    { limit: "100", include_deleted: "true", cursor: "6" },
  ]);
});

describe("a registry that does not know a parameter is asked without it:", () => {
  const updatedSince = parseInstant("2025-09-01T00:00:00Z");

  test.each([
    ["include_deleted", ["include_deleted"], { limit: "100", updated_since: "2025-09-01T00:00:00Z", cursor: "6" }],
    ["updated_since", ["updated_since"], { limit: "100", include_deleted: "true", cursor: "6" }],
    ["both", ["updated_since", "include_deleted"], { limit: "100", cursor: "6" }],
  ])("%s", async (_name, unknown, lastQuery) => {
    upstream.misbehave = (query, response) => {
      const refuses = unknown.some((name) => query.has(name));
      if (refuses) sendJson(response, { error: "unknown parameter" }, 422);
      return refuses;
    };
    expect(await walk({ updatedSince })).toEqual(entries);
    expect(upstream.queries().at(-1)).toEqual(lastQuery);
  });

  test("and one that refuses everything is given up", async () => {
    upstream.misbehave = (_query, response) => answered(sendJson(response, {}, 400));
    await expect(walk({ updatedSince })).rejects.toThrow("answered 400");
    expect(upstream.seen).toHaveLength(8);
  });

  test("and one that refuses pages of this size is asked for its own, page by page", async () => {
    upstream.misbehave = (query, response) =>
      query.has("limit") && answered(sendJson(response, { error: "limit must be at most 50" }, 422));
    expect(await walk({ updatedSince })).toEqual(entries);
    expect(upstream.queries().at(-1)).toEqual({
      updated_since: "2025-09-01T00:00:00Z",
      include_deleted: "true",
      cursor: "6",
    });
  });
});

/** Ways in which a page may fail and be fine the next time. */
const FAILURES: [string, FakeUpstream["misbehave"]][] = [
  ["a status of 500", (_query, response) => answered(response.writeHead(500).end("oops"))],
  ["a status of 429", (_query, response) => answered(response.writeHead(429).end())],
  ["an error page with status 200", (_query, response) => answered(response.end("<html>maintenance</html>"))],
  ["half of an answer", (_query, response) => answered(response.end('{"servers": [{"server": {"na'))],
  ["JSON that is not a list", (_query, response) => answered(sendJson(response, { servers: "none" }))],
  [
    "a cursor that is not text",
    (_query, response) => answered(sendJson(response, { servers: [], metadata: { nextCursor: 5 } })),
  ],
  ["a connection that breaks", (_query, response) => answered(response.socket?.destroy())],
  [
    "a connection that breaks half way",
    (_query, response) => {
      response.writeHead(200, { "content-length": "5000" }).write('{"servers": [', () => response.socket?.destroy());
      return true;
    },
  ],
];

describe("a page that fails with", () => {
  test.each(FAILURES)("%s is asked for again, after longer and longer waits", async (_name, fail) => {
    upstream.misbehave = (query, response, page) => page >= 2 && page <= 4 && fail(query, response, page);
    expect(await walk()).toEqual(entries);
    expect(waits).toHaveLength(3);
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(500 * 2 ** index);
      expect(wait).toBeLessThanOrEqual(1_000 * 2 ** index);
    }
  });

  test.each(FAILURES)("%s each time ends the walk", async (_name, fail) => {
    upstream.misbehave = (query, response, page) => page >= 2 && fail(query, response, page);
    await expect(walk()).rejects.toThrow(UpstreamError);
    expect(upstream.seen).toHaveLength(5);
  });

  test.each([404, 403, 204])("a status of %i is not asked for again", async (status) => {
    upstream.misbehave = (_query, response) => answered(response.writeHead(status).end());
    await expect(walk()).rejects.toThrow(`answered ${status}`);
    expect(upstream.seen).toHaveLength(1);
  });
});

describe("an upstream that asks to be left alone", () => {
  const busy =
    (seconds: string, until: number): FakeUpstream["misbehave"] =>
    (_query, response, page) => {
      if (page <= until) response.writeHead(503, { "retry-after": seconds }).end();
      return page <= until;
    };

  test("for a short time is left alone for exactly that time", async () => {
    upstream.misbehave = busy("7", 2);
    expect(await walk()).toEqual(entries);
    expect(waits).toEqual([7_000, 7_000]);
  });

  test("for a long time ends the walk, which says for how long", async () => {
    upstream.misbehave = busy("900", 99);
    await expect(walk()).rejects.toMatchObject({ name: "UpstreamError", retryAfterMs: 900_000 });
    expect([waits, upstream.seen.length]).toEqual([[], 1]);
  });
});

describe("pages that do not end", () => {
  test.each([
    ["by going in a circle", (page: number) => `at ${page % 3}`, entries],
    ["by pointing at themselves", () => "same", entries],
    ["with nothing on them", (page: number) => `at ${page}`, []],
  ])("%s are noticed", async (_name, cursorOf, servers) => {
    upstream.misbehave = (_query, response, page) => {
      sendJson(response, { servers, metadata: { nextCursor: cursorOf(page) } });
      return true;
    };
    await expect(walk()).rejects.toThrow(UpstreamError);
    expect(upstream.seen.length).toBeLessThanOrEqual(50);
  });
});

test("the next page may be named as in the first drafts of the interface", async () => {
  upstream.misbehave = (query, response) => {
    const from = Number(query.get("cursor") ?? 0);
    const next = from + 3 < entries.length ? String(from + 3) : "";
    return answered(sendJson(response, { servers: entries.slice(from, from + 3), metadata: { next_cursor: next } }));
  };
  expect(await walk()).toEqual(entries);
});

test("an empty list may be written as null, as Go does", async () => {
  upstream.misbehave = (_query, response) =>
    answered(sendJson(response, { servers: null, metadata: { nextCursor: "" } }));
  expect(await walk()).toEqual([]);
});

test("a walk ends at once when it is aborted, while it waits for a page too", async () => {
  const stop = new AbortController();
  upstream.misbehave = (_query, _response, page) => {
    if (page === 2) stop.abort(new Error("stopped"));
    return page === 2;
  };
  await expect(walk({ signal: stop.signal })).rejects.toThrow("stopped");
});
