/** Serves the feeds of a farm on loopback, goes away as planned, and notes who was impolite. */
import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { MINUTE_MS, SECOND_MS } from "../../../src/kit/time/spans.ts";
import type { NewsSource } from "../../../src/trading/news/sources/source.ts";
import { loopbackServer, type LoopbackServer, type SeenRequest } from "../loopback-server.ts";
import { titleAt, type FarmFeed, type FarmItem, type FarmPlan, type Outage } from "./farm-plan.ts";
import { HOSTILE_FEEDS } from "./hostile-feeds.ts";
import { renderFeed } from "./render-feed.ts";

export interface FarmServer {
  readonly sources: readonly NewsSource[];
  /** Sentences about requests that a guest must not make. */
  readonly rudeness: readonly string[];
  readonly counts: { readonly whole: number; readonly unchanged: number; readonly refused: number };
  close(): Promise<void>;
}

/** Feeds list this much of the past. */
const LISTED_MS = 14 * 60 * MINUTE_MS;
const RETRY_AFTER_SECONDS = 900;

/** @param nowMs the time of the farm */
export async function openFarm(plan: FarmPlan, nowMs: () => number): Promise<FarmServer> {
  const rudeness: string[] = [];
  const counts = { whole: 0, unchanged: 0, refused: 0 };
  const hosts = Math.max(...plan.feeds.map(({ host }) => host)) + 1;
  const servers: LoopbackServer[] = [];
  for (let host = 0; host < hosts; host++) servers.push(await loopbackServer(hostHandler(host)));
  const hostile = await Promise.all(
    HOSTILE_FEEDS.map(({ answer }) => loopbackServer((request, response) => answer(request, response, nowMs()))),
  );
  const own = plan.feeds.map(({ name, host, path, kind }) =>
    sourceOf(name, `${servers[host]?.url ?? ""}${path}`, kind),
  );
  const others = HOSTILE_FEEDS.map(({ name, kind }, at) => sourceOf(name, `${hostile[at]?.url ?? ""}/feed`, kind));
  return {
    sources: [...own, ...others],
    rudeness,
    counts,
    close: async () => {
      await Promise.all([...servers, ...hostile].map((server) => server.close()));
    },
  };

  function hostHandler(host: number) {
    const feeds = new Map(plan.feeds.filter((feed) => feed.host === host).map((feed) => [feed.path, feed]));
    const outages = plan.outages.filter((outage) => outage.host === host);
    let [open, notBeforeMs] = [0, 0];
    return (request: SeenRequest, response: ServerResponse): void => {
      if (++open > 1) rudeness.push(`host ${host} was asked twice at a time`);
      response.on("close", () => open--);
      const at = nowMs();
      if (at < notBeforeMs) rudeness.push(`host ${host} was asked ${notBeforeMs - at} ms before it allowed`);
      const { "user-agent": agent = "" } = request.headers;
      if (!agent.includes("mailto:farm@example.com"))
        rudeness.push(`host ${host} did not learn whom to write to: ${request.method} ${request.path} by ${agent}`);
      const outage = outages.find(({ fromMs, toMs }) => fromMs <= at && at < toMs);
      if (outage?.kind === "429") notBeforeMs = at + RETRY_AFTER_SECONDS * SECOND_MS;
      const feed = feeds.get(request.path);
      if (outage && isAway(outage, request, response)) counts.refused++;
      else if (request.path === "/robots.txt") response.end("User-agent: *\nDisallow: /private\n");
      else if (!feed) response.writeHead(404).end();
      else serve(feed, request, response, outage?.kind === "half");
    };
  }

  function serve(feed: FarmFeed, request: SeenRequest, response: ServerResponse, isHalf: boolean): void {
    const items = listedAt(feed, nowMs());
    const body = renderFeed(feed.kind, feed.name, items);
    const headers = validatorOf(feed, body, items);
    if (isHalf) {
      counts.refused++;
      // The worst of it: a reader that trusts it is told afterwards that nothing has changed.
      response.writeHead(200, headers).end(body.slice(0, body.length / 2));
      return;
    }
    const isKnown =
      feed.validator === "etag"
        ? request.headers["if-none-match"] === headers["etag"]
        : feed.validator === "last-modified" && request.headers["if-modified-since"] === headers["last-modified"];
    counts[isKnown ? "unchanged" : "whole"]++;
    response.writeHead(isKnown ? 304 : 200, headers).end(isKnown ? undefined : body);
  }
}

interface Listed {
  readonly url: string;
  readonly title: string;
  readonly atMs: number;
}

function listedAt({ items }: FarmFeed, nowMs: number): Listed[] {
  const isListed = ({ atMs }: FarmItem): boolean => atMs <= nowMs && atMs > nowMs - LISTED_MS;
  return items.filter(isListed).map((item) => ({ url: item.url, atMs: item.atMs, title: titleAt(item, nowMs) }));
}

function validatorOf({ validator }: FarmFeed, body: string, items: readonly Listed[]): Record<string, string> {
  const tag = createHash("sha256").update(body).digest("hex").slice(0, 16);
  if (validator === "etag") return { etag: `"${tag}"` };
  // A second for each version: what has changed since is newer.
  const version = Number.parseInt(tag.slice(0, 6), 16);
  const newestMs = items[0]?.atMs ?? 0;
  return validator === "none" ? {} : { "last-modified": new Date(newestMs + version * SECOND_MS).toUTCString() };
}

/** Answers instead of the feed, where the outage is of that kind. */
function isAway({ kind }: Outage, { path }: SeenRequest, response: ServerResponse): boolean {
  if (kind === "500") response.writeHead(500).end();
  else if (kind === "429") response.writeHead(429, { "retry-after": String(RETRY_AFTER_SECONDS) }).end();
  else if (kind === "reset") response.destroy();
  else if (kind === "page" && path !== "/robots.txt")
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Back soon</title><p>Sorry!");
  else if (kind === "robots" && path === "/robots.txt") response.writeHead(503).end();
  else return false;
  return true;
}

function sourceOf(name: string, url: string, kind: NewsSource["kind"]): NewsSource {
  return { name, url, kind, language: "en", intervalSeconds: 300, weight: 1 };
}
