/** The same bytes in several wrappings: validators, 304, compression. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAnswer, openRaw } from "../support/raw-http.ts";
import { startToys, type Toys } from "./toy-services.ts";

let toys: Toys;
beforeAll(async () => {
  toys = await startToys();
});
afterAll(() => toys.close());

const LARGE = "/v0.1/servers/example%2Flarge";
const ask = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
  const answer = await fetch(`${toys.url}${path}`, { method, headers: { "accept-encoding": "identity", ...headers } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

/** The body as it went over the wire. */
async function wire(path: string, acceptEncoding: string) {
  const connection = openRaw(toys.port);
  connection.socket.setEncoding("latin1");
  connection.socket.write(
    `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAccept-Encoding: ${acceptEncoding}\r\n\r\n`,
  );
  await connection.closed;
  const { headers, body } = parseAnswer(Buffer.from(connection.received(), "latin1").toString("latin1"));
  return { headers, bytes: Buffer.from(body, "latin1") };
}

describe("a tag", () => {
  test("is the endpoint's own where it gives one, else that of the bytes, and the same each time", async () => {
    const [one, two, status] = await Promise.all([ask(LARGE), ask(LARGE), ask("/Status")]);
    expect(one.headers.get("etag")).toMatch(/^"v[\w-]{22}"$/);
    expect(two.headers.get("etag")).toBe(one.headers.get("etag"));
    expect(status.headers.get("etag")).toMatch(/^"[\w-]{22}"$/);
  });

  test("differs between encodings, and every one of them is known again", async () => {
    const tags = [];
    for (const encoding of ["identity", "gzip", "br"]) {
      tags.push((await ask(LARGE, { "accept-encoding": encoding })).headers.get("etag") ?? "");
    }
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) {
      for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, `"other",W/${tag} , "more"`, "*", " * "]) {
        const answer = await ask(LARGE, { "if-none-match": sent });
        expect([answer.status, answer.text], sent).toEqual([304, ""]);
      }
    }
  });

  test("that is another one gets the whole answer", async () => {
    const tag = (await ask(LARGE)).headers.get("etag") ?? "";
    for (const sent of ['"other"', `"${tag.slice(2)}`, `"x${tag.slice(1)}`, tag.replace(/"$/, '-zip"'), "", "W/"]) {
      expect((await ask(LARGE, { "if-none-match": sent })).status, sent).toBe(200);
    }
  });

  test("of a 304 comes with what a cache needs, and no content type", async () => {
    const { headers } = await ask("/v0.1/servers", { "if-none-match": "*" });
    expect(headers.get("etag")).toMatch(/^"/);
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.get("vary")).toBe("accept-encoding");
    expect(headers.has("content-type")).toBe(false);
  });

  test("is not looked at for what is no reading, nor for errors", async () => {
    const posted = await ask("/v0.1/servers", { "if-none-match": "*" }, "POST");
    const missing = await ask("/v0.1/servers/nothing", { "if-none-match": "*" });
    expect([posted.status, missing.status]).toEqual([401, 404]);
    expect(missing.headers.has("etag")).toBe(false);
  });
});

describe("compression", () => {
  test.each([
    ["gzip", "gzip"],
    ["br", "br"],
    ["gzip, deflate, br", "br"],
    ["br;q=0.5, gzip;q=0.9", "gzip"],
    ["br;q=1.0, gzip;q=0.9", "br"],
    ["GZIP", "gzip"],
    ["x-gzip", "gzip"],
    ["gzip;q=0", undefined],
    ["gzip;q=0, br;q=0", undefined],
    ["br;q=nonsense, gzip", "gzip"],
    ["identity", undefined],
    ["deflate", undefined],
    ["", undefined],
  ])("%j gets %s", async (acceptEncoding, encoding) => {
    const { headers, bytes } = await wire(LARGE, acceptEncoding);
    expect(headers["content-encoding"]).toBe(encoding);
    expect(headers["vary"]).toBe("accept-encoding");
    expect(Number(headers["content-length"])).toBe(bytes.length);
    const unpack = { gzip: gunzipSync, br: brotliDecompressSync };
    const plain = encoding === undefined ? bytes : unpack[encoding as "gzip" | "br"](bytes);
    expect(JSON.parse(plain.toString())).toMatchObject({ name: "example/large" });
  });

  test("is left out where the body is small", async () => {
    const { headers } = await wire("/v0.1/servers/example%2Fweather", "gzip");
    expect(headers).not.toHaveProperty("content-encoding");
  });

  test("of one body for many callers at once gives each of them the whole body", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(LARGE, { "accept-encoding": "br" })));
    for (const { text } of answers) expect(JSON.parse(text)).toMatchObject({ version: "2.0.0" });
  });

  test("keeps what cross-origin rules say about caches", async () => {
    const strict = await startToys({
      adapt: (form) => (form.cors ? { ...form, cors: { origin: ["https://a.example"] } } : form),
    });
    try {
      const answer = await fetch(`${strict.url}/v0.1/servers`, { headers: { origin: "https://a.example" } });
      expect(answer.headers.get("vary")).toBe("Origin, accept-encoding");
    } finally {
      await strict.close();
    }
  });
});
