/** Feeds that mean harm: each must cost no more than itself. */
import type { ServerResponse } from "node:http";
import { DAY_MS } from "../../../src/kit/time/spans.ts";
import type { FeedKind } from "../../../src/trading/news/sources/source.ts";
import type { SeenRequest } from "../loopback-server.ts";
import { renderFeed } from "./render-feed.ts";

export interface HostileFeed {
  readonly name: string;
  readonly kind: FeedKind;
  readonly answer: (request: SeenRequest, response: ServerResponse, nowMs: number) => void;
}

const MEGABYTE = 1024 * 1024;

export const HOSTILE_FEEDS: readonly HostileFeed[] = [
  feed("entities in entities", "rss", () => {
    const lines = Array.from({ length: 10 }, (_, at) => `<!ENTITY l${at} "${`&l${at - 1};`.repeat(10)}">`);
    return `<!DOCTYPE r [<!ENTITY l "lol">${lines.join("")}]><rss version="2.0"><channel><title>&l9;</title></channel></rss>`;
  }),
  feed("a million elements in each other", "atom", () => `<feed>${"<a>".repeat(1_000_000)}`),
  feed("a million items", "rss", () => {
    const item = "<item><title>x</title><link>https://evil.example/x</link></item>";
    return `<rss version="2.0"><channel>${item.repeat(60_000)}</channel></rss>`;
  }),
  feed("other news with every look", "json", (nowMs) => {
    const items = Array.from({ length: 500 }, (_, at) => ({
      url: `https://flood.example/${nowMs}/${at}`,
      title: `Flood${nowMs} number${at}`,
      atMs: nowMs,
    }));
    return renderFeed("json", "Flood", items);
  }),
  feed("scripts, and dates to come", "rss", (nowMs) => {
    const title = "<script>alert(1)</script><img src=x onerror=alert(2)>Hello &lt;b&gt;there&lt;/b&gt; \u202eolleh";
    return renderFeed("rss", "Scripts", [{ url: "https://scripts.example/1", title, atMs: nowMs + 400 * DAY_MS }]);
  }),
  {
    name: "Hostile: a body without an end",
    kind: "rss",
    answer: page((_, response) => {
      const chunk = Buffer.alloc(MEGABYTE, "a");
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", more).on("error", () => undefined);
      more();
    }),
  },
  {
    name: "Hostile: a way to a private address",
    kind: "rss",
    answer: page((_, response) => response.writeHead(302, { location: "http://10.0.0.1/feed" }).end()),
  },
  {
    name: "Hostile: bytes in a wrong encoding",
    kind: "rss",
    answer: page((_, response) => {
      response.writeHead(200, { "content-type": "application/rss+xml; charset=utf-16" });
      response.end(Buffer.from(Array.from({ length: 100_000 }, (__, at) => (at * 7_919) % 256)));
    }),
  },
];

/** Its text, by its name without the beginning. */
function feed(name: string, kind: FeedKind, text: (nowMs: number) => string): HostileFeed {
  return { name: `Hostile: ${name}`, kind, answer: page((nowMs, response) => response.end(text(nowMs))) };
}

function page(answer: (nowMs: number, response: ServerResponse) => void): HostileFeed["answer"] {
  return ({ path }, response, nowMs) => {
    if (path === "/robots.txt") response.writeHead(404).end();
    else answer(nowMs, response);
  };
}
