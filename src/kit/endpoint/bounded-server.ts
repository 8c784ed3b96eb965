/** The server of `node:http` below the routes, with bounds on what one connection can make this process do and keep. */
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { HttpTimeouts } from "./http-services.ts";
import { endStalledAnswers } from "./stalled-answers.ts";

/** Requests of one connection that wait for the answers before theirs. Browsers send none ahead, tools a few dozen. */
const MAX_WAITING = 100;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Makes the server. By default, Node starts every request that a packet holds, and keeps all their answers for a caller
 * that reads none. Here the next request of a connection starts when the answer before it has left.
 */
export function boundedServer(handler: Handler, options: ServerOptions, timeouts: HttpTimeouts): Server {
  const waiting = new WeakMap<Socket, number>();

  const inTurn: Handler = (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    // The response has its connection as soon as the answer before it is through.
    if (response.socket !== null) {
      begin(request, response);
      return;
    }
    const before = waiting.get(socket) ?? 0;
    if (before >= MAX_WAITING) {
      socket.destroy();
      return;
    }
    waiting.set(socket, before + 1);
    response.once("socket", () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      // `assignSocket` is still at work.
      process.nextTick(begin, request, response);
    });
  };

  const begin: Handler = (request, response) => {
    if (request.socket.destroyed) return;
    if (request.headers.host === undefined && request.httpVersion === "1.1") {
      const rawPacket = Buffer.from(`${request.method ?? ""} ${request.url ?? ""}`, "latin1");
      server.emit("clientError", Object.assign(new Error("a request names no host"), { rawPacket }), request.socket);
      return;
    }
    handler(request, response);
  };

  // Node's own answer to a request without `Host`, and to an unknown `Expect`, would have neither body nor headers.
  const server = createServer({ ...options, requireHostHeader: false }, inTurn);
  server.on("checkExpectation", inTurn);
  server.keepAliveTimeout = timeouts.idleMs;
  server.requestTimeout = timeouts.requestMs;
  endStalledAnswers(server, timeouts.stallMs);
  return server;
}
