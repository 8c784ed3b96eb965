/** What a process shows of itself, and what it costs. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageRoot } from "../../src/kit/config/package-root.ts";
import { frontWorld } from "../support/front-world.ts";
import { rawGet } from "../support/raw-http.ts";

type Ask = Awaited<ReturnType<typeof frontWorld>>["ask"];

async function scriptsOf(ask: Ask): Promise<string[]> {
  return [...(await ask("/docs")).text.matchAll(/<script src="([^"]+)"/g)].map(([, path]) => path ?? "");
}

describe("a page", () => {
  test.each(["/", "/docs", "/docs/trading"])("at %s stands in no frame, and loads nothing of others", async (path) => {
    const { ask } = await frontWorld();
    const { status, headers, text } = await ask(path);
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const policy = headers.get("content-security-policy") ?? "";
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"]) {
      expect(policy).toContain(part);
    }
    expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:|\*/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(text).toContain('<html lang="en">');
  });

  test("of the interfaces is one for each service, with links to the others", async () => {
    const { ask, names } = await frontWorld();
    for (const name of names) {
      const { text } = await ask(`/docs/${name}`);
      expect([...text.matchAll(/\/openapi\/(\w+)\.json"/g)].map(([, of]) => of)).toContain(name);
      expect([...text.matchAll(/href="\/docs\/(\w+)"/g)].map(([, of]) => of)).toEqual(names);
    }
    expect((await ask("/docs")).text).toBe((await ask(`/docs/${names[0]}`)).text);
    const slash = await ask("/docs/");
    expect([slash.status, slash.headers.get("location")]).toEqual([308, "/docs"]);
  });
});

test("a document is the same bytes each time, is known again, and is read by all origins", async () => {
  const { ask, names } = await frontWorld();
  for (const name of names) {
    const { status, headers, text } = await ask(`/openapi/${name}.json`);
    expect([status, headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    expect(JSON.parse(text)).toMatchObject({ openapi: "3.1.0" });
    const again = await ask(`/openapi/${name}.json`, { "if-none-match": headers.get("etag") ?? "" });
    expect([again.status, again.text]).toEqual([304, ""]);
  }
});

test("a script has a name that changes with its text, and is kept for ever", async () => {
  const { ask, port } = await frontWorld();
  const [library = "", start = ""] = await scriptsOf(ask);
  for (const path of [library, start]) {
    const { status, headers } = await ask(path);
    expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
    expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(path).toContain(/"([\w-]{22})/.exec(headers.get("etag") ?? "")?.[1] ?? "no tag");
  }
  // Over the wire it is a third of its length: the bytes that the build packed, which no process packs again.
  const { headers, body } = await rawGet(port, library, ["Accept-Encoding: br, gzip"]);
  expect(headers["content-encoding"]).toBe("br");
  const built = await readFile(join(packageRoot(), "dist", "scalar.js.br"));
  expect(Buffer.from(body, "latin1").equals(built)).toBe(true);
  expect(body.length).toBeLessThan(1_500_000);
});

test.each(["/docs/nothing", "/docs/js/nothing.js", "/docs/js/scalar.js", "/openapi/nothing.json", "/openapi/registry"])(
  "%s is 404 in plain JSON",
  async (path) => {
    const { ask } = await frontWorld();
    const { status, headers, text } = await ask(path);
    expect([status, headers.get("cache-control")]).toEqual([404, "no-store"]);
    expect(JSON.parse(text)).toEqual({ error: expect.stringContaining("nothing at this path") });
  },
);

test("everything but liveness draws on one allowance of the address", async () => {
  const { ask, clock } = await frontWorld({ requestsPerMinute: 4 });
  const paths = ["/", "/docs", "/openapi/players.json", "/ready"];
  for (const path of paths) expect((await ask(path)).status, path).toBe(200);
  for (const path of [...paths, "/docs/registry", "/docs/js/nothing.js"]) {
    const { status, headers, text } = await ask(path);
    expect([status, headers.get("retry-after")], path).toEqual([429, "60"]);
    expect(JSON.parse(text)).toEqual({
      error: "Too many requests from this address. Send the next one in 60 seconds.",
    });
  }
  for (let time = 0; time < 20; time++) expect((await ask("/health")).status).toBe(200);
  await clock.advance(60_000);
  expect((await ask("/ready")).status).toBe(200);
});

test("readiness says what is missing", async () => {
  const { ask } = await frontWorld({ notReady: () => Promise.resolve(["the database does not answer"]) });
  const { status, text } = await ask("/ready");
  expect([status, JSON.parse(text)]).toEqual([503, { error: "Not ready: the database does not answer" }]);
});

test("what no operation takes is refused in the form of the service whose path it begins with", async () => {
  const { port } = await frontWorld();
  const refusal = async (method: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...init });
    return { status: response.status, json: (await response.json()) as object };
  };
  const large = { body: "x".repeat(100_000), headers: { "content-type": "application/json" } };
  const ofPlayers = (Status: number) => ({ status: Status, json: { Error: expect.objectContaining({ Status }) } });
  expect(await refusal("GET", "/player/1/nothing")).toEqual(ofPlayers(404));
  expect(await refusal("GET", "/Player/%ff")).toEqual(ofPlayers(400));
  expect(await refusal("POST", "/Keys", large)).toEqual(ofPlayers(413));
  const ofFront = (status: number) => ({ status, json: { error: expect.any(String) } });
  expect(await refusal("GET", "/docs/players/nothing")).toEqual(ofFront(404));
  expect(await refusal("POST", "/docs", large)).toEqual(ofFront(413));
  expect(await refusal("GET", "/nothing")).toEqual(ofFront(404));
});
