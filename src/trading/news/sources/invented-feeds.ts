/** A server of feeds whose articles are made up, and say so in every item: for trials, demonstrations and tests. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "../../../kit/time/clock.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import { inventedItems, type InventedItem } from "../core/invented-news.ts";
import type { NewsSource } from "./source.ts";

/** Three publishers that do not exist. The third repeats articles of the first. */
const PUBLISHERS = [
  { path: "/wire.xml", host: "wire.invented", name: "Invented Wire", kind: "rss", everyMinutes: 3, seed: 1, weight: 2 },
  {
    path: "/ledger.atom",
    host: "ledger.invented",
    name: "Invented Ledger",
    kind: "atom",
    everyMinutes: 7,
    seed: 2,
    weight: 1,
  },
  {
    path: "/echo.json",
    host: "echo.invented",
    name: "Invented Echo",
    kind: "json",
    everyMinutes: 3,
    seed: 1,
    weight: 0.5,
  },
] as const;

const SHOWN = 20;
/** How much later the publisher that repeats has it. */
const ECHO_MS = 2 * MINUTE_MS;

export interface InventedFeeds {
  readonly sources: readonly NewsSource[];
  /** The places of this machine that the guard must open for these requests. */
  readonly address: string;
  close(): Promise<void>;
}

/** Starts at a free port of this machine. Its content follows from the clock alone: every process shows the same. */
export async function openInventedFeeds(clock: Pick<Clock, "now">): Promise<InventedFeeds> {
  const server = createServer((request, response) => {
    const found = PUBLISHERS.find(({ path }) => path === request.url);
    if (!found) {
      response.writeHead(404, { "content-type": "text/plain" }).end("Unknown feed.\n");
      return;
    }
    const delayMs = found.kind === "json" ? ECHO_MS : 0;
    // A repeating feed shows nothing older than its original does.
    const count = delayMs > 0 ? SHOWN - 2 : SHOWN;
    const items = inventedItems(found.seed, found.everyMinutes, toMillis(clock.now()) - delayMs, count);
    const etag = `"${found.seed}-${items[0]?.number ?? 0}"`;
    if (request.headers["if-none-match"] === etag) {
      response.writeHead(304, { etag }).end();
      return;
    }
    // A name that is reserved for examples: wherever such a link is followed, it leads nowhere.
    const base = `https://${found.host}.example`;
    response.writeHead(200, { "content-type": CONTENT_TYPES[found.kind], etag });
    response.end(RENDERERS[found.kind](found.name, base, items));
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    sources: inventedSources(port),
    address: `127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The publishers as sources, served at a port. */
export function inventedSources(port: number): NewsSource[] {
  return PUBLISHERS.map(({ name, path, kind, weight }) => ({
    name,
    kind,
    weight,
    language: "en",
    intervalSeconds: 30,
    url: `http://127.0.0.1:${port}${path}`,
  }));
}

const CONTENT_TYPES = {
  rss: "application/rss+xml; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
  json: "application/feed+json; charset=utf-8",
} as const;

type Render = (name: string, base: string, items: readonly InventedItem[]) => string;

const RENDERERS: Readonly<Record<"rss" | "atom" | "json", Render>> = {
  rss: (name, base, items) =>
    `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>${name}</title><link>${base}</link>` +
    `<description>Invented news</description><language>en</language>${items
      .map(
        ({ number, title, summary, atMs }) =>
          `<item><title>${escaped(title)}</title><link>${base}/${number}</link><description>${escaped(summary)}</description>` +
          `<pubDate>${new Date(atMs).toUTCString()}</pubDate></item>`,
      )
      .join("")}</channel></rss>`,
  atom: (name, base, items) =>
    `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><id>${base}</id><title>${name}</title>` +
    `<updated>${new Date(items[0]?.atMs ?? 0).toISOString()}</updated>${items
      .map(
        ({ number, title, summary, atMs }) =>
          `<entry><id>${base}/${number}</id><title>${escaped(title)}</title><link href="${base}/${number}"/>` +
          `<updated>${new Date(atMs).toISOString()}</updated><summary>${escaped(summary)}</summary></entry>`,
      )
      .join("")}</feed>`,
  json: (name, base, items) =>
    JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: name,
      items: items.map(({ number, title, summary, atMs }) => ({
        id: `${base}/${number}`,
        url: `${base}/${number}`,
        title,
        summary,
        date_published: new Date(atMs + ECHO_MS).toISOString(),
      })),
    }),
};

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  // Alone it keeps no process alive.
  server.unref();
}
