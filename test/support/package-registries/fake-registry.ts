/** The common part of all loopback package registries: they can be made to fail in the ways that real ones do. */
import type { ServerResponse } from "node:http";
import { loopbackServer, type LoopbackServer, type SeenRequest } from "../loopback-server.ts";

/** A status for every request; no answer; an answer without end; a page of HTML; a redirect. */
export type Fault = number | "silent" | "endless" | "page" | { readonly redirect: string };

export interface FakePackageRegistry extends LoopbackServer {
  /** Publishes a package whose description names a server, or none. Publishing again replaces it. */
  publish(identifier: string, version: string, serverName?: string): void;
  /** From now on every request fails in this way; undefined mends the registry. */
  fail(fault: Fault | undefined): void;
}

/** Answers one request of a registry that works; 404 by default. */
export type Answer = (request: SeenRequest, response: ServerResponse, url: string) => void;

/** Starts a loopback registry that remembers what was published. */
export async function fakeRegistry(
  answer: Answer,
  publish: FakePackageRegistry["publish"],
): Promise<FakePackageRegistry> {
  let fault: Fault | undefined;
  const server = await loopbackServer((request, response) => {
    if (fault === undefined) answer(request, response, server.url);
    else failWith(fault, response);
  });
  return {
    ...server,
    publish,
    fail(next) {
      fault = next;
    },
  };
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

function failWith(fault: Fault, response: ServerResponse): void {
  if (fault === "silent") return;
  if (typeof fault === "number") return void response.writeHead(fault).end("{}");
  if (typeof fault === "object") return void response.writeHead(302, { Location: fault.redirect }).end();
  if (fault === "page") return void response.writeHead(200).end("<html>Back soon</html>");
  const pour = (): void => {
    while (!response.destroyed && response.write(" ".repeat(65_536)));
  };
  response.on("drain", pour);
  pour();
}
