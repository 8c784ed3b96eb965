/** `tripod trading news doctor`, as an operator runs it. */
import { afterAll, expect, test } from "vitest";
import { commandLine } from "../../../test/support/command-line.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { renderFeed } from "../../../test/support/feed-farm/render-feed.ts";
import { loopbackServer } from "../../../test/support/loopback-server.ts";

const server = await loopbackServer(({ path, headers }, response) => {
  const items = [{ url: `http://${headers.host ?? ""}/1`, title: "A quiet week", atMs: Date.UTC(2025, 0, 2) }];
  const html = `<article><p>${"Traders in Oslo say that fees are lower than they were before. ".repeat(20)}</p></article>`;
  if (path === "/wire.xml") response.end(renderFeed("rss", "Wire", items));
  else if (path === "/map.xml") response.end(renderFeed("sitemap", "Map", items));
  else if (path === "/1") response.writeHead(200, { "content-type": "text/html" }).end(html);
  else response.writeHead(404).end();
});
afterAll(() => server.close());

const { connection } = await testDatabase({ rooms: [] });
const run = await commandLine(
  connection,
  { TRIPOD_TRADING_NEWS_FILE: "news.yaml", TRIPOD_ALLOW_PRIVATE_OUTBOUND: "127.0.0.1" },
  {
    "news.yaml": `
starting_list: false
feeds:
  - { name: Wire, url: "${server.url}/wire.xml", read_articles: true }
  - { name: Map, url: "${server.url}/map.xml", kind: sitemap }
  - { name: Gone, url: "${server.url}/gone.xml" }
`,
  },
);

test("each source is listed with what it gives, and one that gives nothing makes the exit code 1", async () => {
  const { code, out } = await run("trading", "news", "doctor");
  expect(out.split("\n").map((line) => line.replaceAll(/ {2,}/g, "  "))).toEqual([
    "Wire  1 article, the newest of 2025-01-02T00:00:00.000Z, pages can be read",
    "Map  1 article, the newest of 2025-01-02T00:00:00.000Z",
    "Gone  The site answered with status 404.",
    "3 sources, 1 without articles",
    "",
  ]);
  expect(code).toBe(1);
});

test("one source alone can be asked, and an unknown one is refused with one sentence", async () => {
  const one = await run("trading", "news", "doctor", "--source", "Map");
  expect([one.code, one.out.split("\n").length]).toEqual([0, 3]);
  const none = await run("trading", "news", "doctor", "--source", "Nothing");
  expect([none.code, none.err.trim()]).toEqual([1, 'error: There is no source "Nothing".']);
});
