/** How the console is served: one page for all its addresses, and files that browsers keep for ever. */
import { get, type IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { frontWorld } from "../support/front-world.ts";

/** As it is sent: `fetch` unpacks. */
function rawGet(port: number, path: string, headers: Record<string, string>) {
  interface Sent {
    readonly status: number | undefined;
    readonly headers: IncomingHttpHeaders;
    readonly body: Buffer;
  }
  return new Promise<Sent>((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    }).on("error", reject);
  });
}

const POLICY =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

test("every address of the console answers the same page, which may load files of this server only", async () => {
  const { ask } = await frontWorld();
  const home = await ask("/console");
  expect(home).toMatchObject({ status: 200 });
  expect(home.headers.get("content-security-policy")).toBe(POLICY);
  expect(home.headers.get("cache-control")).toBe("no-cache");
  expect(home.headers.get("x-content-type-options")).toBe("nosniff");
  expect(home.text).not.toMatch(/<script>|<style|style=|onload/);
  for (const path of ["/console/registry/servers/io.example%2Fhello", "/console/no/such/page?q=%3Cimg%3E"]) {
    expect(await ask(path), path).toMatchObject({ status: 200, text: home.text });
  }
});

test("the files that the page names are kept for ever, and packed as the browser reads them", async () => {
  const { ask, port } = await frontWorld();
  const { text } = await ask("/console");
  const files = [...text.matchAll(/(?:href|src)="(\/console\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect(files.filter((path) => path.endsWith(".css"))).toHaveLength(1);
  expect(files.filter((path) => path.endsWith(".js")).length).toBeGreaterThan(0);
  for (const path of files) {
    const plain = await rawGet(port, path, {});
    expect(plain.headers, path).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": `text/${path.endsWith(".css") ? "css" : "javascript"}; charset=utf-8`,
    });
    const br = await rawGet(port, path, { "accept-encoding": "br" });
    if (plain.body.length >= 1024) {
      expect(br.headers["content-encoding"]).toBe("br");
      expect(brotliDecompressSync(br.body).equals(plain.body), path).toBe(true);
      const gzip = await rawGet(port, path, { "accept-encoding": "gzip" });
      expect(gunzipSync(gzip.body).equals(plain.body), path).toBe(true);
    }
    const again = await rawGet(port, path, { "if-none-match": String(plain.headers["etag"]) });
    expect(again.status, path).toBe(304);
  }
});

test.each([
  "/console/scripts/nothing.js",
  "/console/scripts/..%2ffiles.json",
  "/console/scripts/files.json",
  "/console/styles/console.js",
  `/console/scripts/${"a".repeat(90)}.js`,
])("%s is not a file of the console", async (path) => {
  const { ask } = await frontWorld();
  expect(await ask(path)).toMatchObject({ status: 404 });
});

test("the small page at / leads browsers to the console, and lists the services for everything else", async () => {
  const { ask } = await frontWorld();
  const { text } = await ask("/");
  expect(text).toContain('<meta http-equiv="refresh" content="0; url=/console">');
  expect(text).toContain("/openapi/players.json");
});

test("a console that is switched off is not there, and nothing leads to it", async () => {
  const { ask } = await frontWorld({ hasConsole: false });
  for (const path of ["/console", "/console/registry/servers", "/console/scripts/a.js"]) {
    expect(await ask(path), path).toMatchObject({ status: 404 });
  }
  expect((await ask("/")).text).not.toContain("/console");
});

test("what runs here is known as data", async () => {
  const { ask, names } = await frontWorld();
  const { services, ...about } = JSON.parse((await ask("/about")).text) as { services: { name: string }[] };
  expect(about).toEqual({ version: "1.2.3", demo: true, command: "npx tripod" });
  expect(services.map(({ name }) => name)).toEqual(names);
});
