/**
 * Paths where another protocol than ours is spoken: a connection that asks to change its protocol there leaves HTTP,
 * and belongs to the service. Elsewhere an `Upgrade` header is ignored, as RFC 9110 (section 7.8) allows, and the
 * request is answered as usual: clients such as Java's send `Upgrade: h2c` with everything.
 */
import { ServerResponse, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AnswerHead } from "./answer-head.ts";
import { refusalCounter } from "./count-refusals.ts";
import { fixedHeaders, ON_EVERY_ANSWER } from "./cors.ts";
import { drawer } from "./draw.ts";
import type { Method } from "./endpoint.ts";
import type { Credentials } from "./form.ts";
import type { HttpOptions, MountedService, SocketPath } from "./http-services.ts";
import { header, type SendError } from "./route.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
/** The needs of a protocol that brings its own HTTP. */
const OF_PROTOCOLS = new Set(["GET", "POST", "OPTIONS"]);
/** Headers about the protocol of the connection only. */
const OF_UPGRADE = new Set(["upgrade", "http2-settings"]);

/** Node's data about a request that asks for another protocol. */
interface Handed {
  readonly socket: Socket;
  readonly head: Buffer;
}

/** Node's state of a connection while a response is being written to it. */
interface BusySocket extends Socket {
  readonly _httpMessage?: object | null;
}

/** Mounts the paths. Answers the connections that services hold, which only this code closes. */
export function mountSockets(app: FastifyInstance, options: HttpOptions, sendError: SendError): ReadonlySet<Socket> {
  const upgrades = new WeakMap<IncomingMessage, Handed>();
  const held = new Set<Socket>();
  const paths = new Set<string>();
  for (const service of options.services) {
    for (const path of service.sockets ?? []) {
      paths.add(path.path);
      const handle = socketHandler(service, path, options, sendError);
      app.route({
        method: [...METHODS],
        url: path.path,
        // Before the body is read: the protocol reads it itself.
        onRequest: (request, reply) => handle(request, reply, upgrades.get(request.raw)),
        handler: (_request, reply) => reply,
      });
    }
  }
  if (paths.size === 0) return held;

  app.server.on("upgrade", (request: IncomingMessage, socket: BusySocket, head: Buffer) => {
    // A caller who leaves in the middle is not a failure; from now on this is the only listener.
    socket.on("error", () => socket.destroy());
    if (socket._httpMessage) {
      // Sent before the answer to an earlier request was through: the answers would be mixed up.
      socket.destroy();
      return;
    }
    const path = request.url?.split("?", 1)[0] ?? "";
    if (!paths.has(path) || request.method !== "GET" || request.headers.upgrade?.toLowerCase() !== "websocket") {
      takeBack(app.server, request, socket, head);
      return;
    }
    held.add(socket);
    socket.once("close", () => held.delete(socket));
    upgrades.set(request, { socket, head });
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once("finish", () => socket.destroySoon());
    app.routing(request, response);
  });
  return held;
}

interface Arrived {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly handed: Handed | undefined;
}

type Handle = (request: FastifyRequest, reply: FastifyReply, handed: Handed | undefined) => void;

function socketHandler(service: MountedService, path: SocketPath, options: HttpOptions, sendError: SendError): Handle {
  const { form } = service;
  const draw = drawer(form, { id: "sockets" }, options);
  const countRefusals = refusalCounter(form, options);
  const fixed = fixedHeaders(form);

  const proceed = async (
    { request, reply, handed }: Arrived,
    credentials: Credentials,
    head: AnswerHead,
  ): Promise<void> => {
    const { raw } = request;
    const { address } = credentials;
    await draw?.("address", credentials, undefined, head);
    if (handed) {
      const admitted = await path.admit?.(credentials);
      const { socket } = handed;
      if (socket.destroyed) return;
      reply.hijack();
      reply.raw.removeAllListeners("finish");
      reply.raw.detachSocket(socket);
      addToFirstAnswer(socket);
      path.upgrade({ request: raw, ...handed, address, admitted });
      return;
    }
    if (path.request && OF_PROTOCOLS.has(request.method)) {
      const [name, value] = ON_EVERY_ANSWER;
      reply.hijack();
      reply.raw.setHeader(name, value);
      path.request(raw, reply.raw, address);
      return;
    }
    if (request.method !== "GET") {
      head.set("allow", "GET");
      throw form.refusal({ kind: "methodNotAllowed", method: request.method, allow: ["GET"] });
    }
    head.set("upgrade", "websocket");
    throw form.refusal({ kind: "badRequest", message: "this address speaks WebSocket" });
  };

  return (request, reply, handed) => {
    const requestId = options.requestId(header(request, "x-request-id"));
    const head = new AnswerHead(fixed, requestId, performance.now());
    const { originalUrl: url, headers, ip: address } = request;
    const credentials = { method: request.method as Method, url, headers, address, rawBody: undefined };
    const fail = async (refused: unknown): Promise<void> => {
      const error = countRefusals ? await countRefusals(credentials, refused, head) : refused;
      if (reply.raw.destroyed || reply.sent) options.log.debug({ err: error, requestId }, "a caller has left");
      else sendError(request, head.moveTo(reply), form, error, { requestId });
    };
    void proceed({ request, reply, handed }, credentials, head).catch(fail);
  };
}

/** The libraries of other protocols write the first answer of a connection directly, as text. */
function addToFirstAnswer(socket: Socket): void {
  const names = ["write", "end"] as const;
  for (const name of names) {
    const send = socket[name].bind(socket) as (...rest: unknown[]) => unknown;
    Object.assign(socket, {
      [name](chunk: unknown, ...rest: unknown[]): unknown {
        // From now on, those of the class again.
        for (const each of names) Reflect.deleteProperty(socket, each);
        if (typeof chunk !== "string" || !chunk.startsWith("HTTP/1.1 ")) return send(chunk, ...rest);
        return send(chunk.replace("\r\n", `\r\n${ON_EVERY_ANSWER.join(": ")}\r\n`), ...rest);
      },
    });
  }
}

/**
 * Gives a connection back to HTTP, with its request rewritten without the upgrade that is ignored. Node has already let
 * the connection go, with everything that follows the head unread.
 */
function takeBack(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const lines = [`${request.method ?? "GET"} ${request.url ?? "/"} HTTP/${request.httpVersion}`];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const [name = "", value = ""] = [request.rawHeaders[at], request.rawHeaders[at + 1]];
    if (OF_UPGRADE.has(name.toLowerCase())) continue;
    lines.push(`${name}: ${name.toLowerCase() === "connection" ? withoutUpgrade(value) : value}`);
  }
  const text = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  socket.removeAllListeners("error");
  socket.unshift(Buffer.concat([text, head]));
  server.emit("connection", socket);
}

function withoutUpgrade(connection: string): string {
  const tokens = connection.split(",").map((token) => token.trim());
  return tokens.filter((token) => !OF_UPGRADE.has(token.toLowerCase())).join(", ");
}
