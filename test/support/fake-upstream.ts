/** A registry to follow, on loopback: lists what a test gives it, and misbehaves as the test says. */
import type { ServerResponse as HttpResponse } from "node:http";
import { loopbackServer, type LoopbackServer } from "./loopback-server.ts";
import type { serverResponseOf } from "./server-responses.ts";
import { OFFICIAL_META } from "../../src/registry/servers/index.ts";

export interface FakeUpstream extends LoopbackServer {
  /** Its servers. */
  entries: ReturnType<typeof serverResponseOf>[];
  /** Entries on a page. */
  pageSize: number;
  /** Answers in the place of the list when it answers true; `page` counts requests from 1. */
  misbehave: (query: URLSearchParams, response: HttpResponse, page: number) => boolean;
  /** The query of each request since the last `forget`. */
  queries(): Record<string, string>[];
  /** Forgets requests and misbehaviour. */
  forget(): void;
}

export async function fakeUpstream(): Promise<FakeUpstream> {
  const server = await loopbackServer((request, response) => {
    const { pathname, searchParams } = new URL(request.path, "http://upstream");
    if (pathname !== "/v0.1/servers") return void response.writeHead(404).end();
    if (upstream.misbehave(searchParams, response, server.seen.length)) return;
    const since = searchParams.get("updated_since");
    const listed = upstream.entries
      .filter(({ _meta }) => since === null || updatedAt(_meta) > Date.parse(since))
      .filter(({ _meta }) => since !== null || searchParams.has("include_deleted") || statusOf(_meta) !== "deleted")
      .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    const from = Number(searchParams.get("cursor") ?? 0);
    const servers = listed.slice(from, from + upstream.pageSize);
    const next = from + upstream.pageSize < listed.length ? String(from + upstream.pageSize) : undefined;
    sendJson(response, { servers, metadata: { count: servers.length, nextCursor: next } });
  });
  const upstream: FakeUpstream = Object.assign(server, {
    entries: [],
    pageSize: 3,
    misbehave: () => false,
    queries: () => server.seen.map(({ path }) => Object.fromEntries(new URL(path, "http://upstream").searchParams)),
    forget() {
      server.seen.length = 0;
      upstream.misbehave = () => false;
    },
  });
  return upstream;
}

/** For a `misbehave` that has answered by writing what it is given. */
export function answered(_written: unknown): boolean {
  return true;
}

export function sendJson(response: HttpResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

type Meta = ReturnType<typeof serverResponseOf>["_meta"];

function official(meta: Meta): { updatedAt: string; status: string } {
  return meta[OFFICIAL_META];
}

function updatedAt(meta: Meta): number {
  return Date.parse(official(meta).updatedAt);
}

function statusOf(meta: Meta): string {
  return official(meta).status;
}

function keyOf({ server }: FakeUpstream["entries"][number]): string {
  return `${server.name} ${server.version}`;
}
