/** An HTTP or HTTPS server on 127.0.0.1 that a test scripts, and that remembers what it was asked. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface LoopbackServer {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Requests in order of arrival, their bodies read. */
  readonly seen: SeenRequest[];
  /** How many connections are open now. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

export type Handler = (request: SeenRequest, response: ServerResponse) => void;

/** Starts a server at a free port; `secure` makes it speak TLS with that key and certificate. */
export async function loopbackServer(
  handler: Handler,
  secure?: { key: string; certificate: string },
): Promise<LoopbackServer> {
  const seen: SeenRequest[] = [];
  const listener: RequestListener = (incoming, response) => {
    void readRequest(incoming).then((request) => {
      seen.push(request);
      handler(request, response);
    });
  };
  const server: Server = secure
    ? createSecureServer({ key: secure.key, cert: secure.certificate }, listener)
    : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${secure ? "https" : "http"}://127.0.0.1:${port}`,
    port,
    seen,
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readRequest(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const { method = "", url = "", headers } = incoming;
  return { method, path: url, headers, body: Buffer.concat(chunks).toString() };
}
