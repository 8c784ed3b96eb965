/** What paints are compared with: a page that is one heading, from a bare `node:http` server. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export type BarePage = Server;

const PAGE = `<!doctype html><html lang="en"><title>Bare</title><link rel="icon" href="data:,"><h1>Bare</h1></html>`;

export async function barePage(): Promise<BarePage> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(PAGE);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

export function bareAddress(server: BarePage): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
