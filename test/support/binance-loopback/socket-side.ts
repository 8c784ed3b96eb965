/** The WebSocket side of the loopback exchange: streams by path and by subscription, user streams, the WebSocket API. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import type { FaultState, SocketKind } from "./faults.ts";
import type { RequestWeight } from "./request-weight.ts";
import type { RouteContext } from "./rest-routes.ts";
import { createSocketWire, onMessages, type SocketWire } from "./socket-wire.ts";
import type { StreamHub, Subscriber } from "./stream-hub.ts";
import { tellCustomers } from "./user-events.ts";
import { answerApiMessage, type ApiSession } from "./websocket-api.ts";

const MOST_STREAMS = 1024;
const MOST_MESSAGE_BYTES = 1_000_000;
const STREAM_NAME = /^(![a-zA-Z]+@arr|[a-z0-9]+@[a-zA-Z0-9_@]+)$/;
/** Of the WebSocket API: by weight, not by messages. */
const API_MESSAGES_PER_SECOND = 1000;

export interface SocketSide {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  drop(which: SocketKind): number;
  /** The largest number of bytes that wait on one connection. */
  readonly waitingBytes: number;
  readonly connections: number;
  close(): void;
}

export function createSocketSide(
  context: RouteContext,
  tools: { hub: StreamHub; faults: FaultState; weight: RequestWeight; pingEveryMs: number },
): SocketSide {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_MESSAGE_BYTES,
    perMessageDeflate: false,
    // Answers to pings keep their place among what is sent: see socket-wire.ts.
    autoPong: false,
  });
  const wires = new Set<SocketWire>();
  const sessions = new Map<SocketWire, ApiSession>();
  /** Connections that were made with a listen key. */
  const listeners = new Map<SocketWire, string>();
  const stopTelling = tellCustomers(context.venue, (account, event) => {
    for (const [wire, listenKey] of listeners) {
      if (context.accounts.listener(listenKey)?.account === account) wire.event(JSON.stringify(event));
    }
    for (const [wire, { subscriptions }] of sessions) {
      for (const [subscriptionId, { account: subscriber, isRevoked }] of subscriptions) {
        if (subscriber === account && !isRevoked) wire.event(JSON.stringify({ subscriptionId, event }));
      }
    }
  });

  function connect(socket: WebSocket, path: string, query: URLSearchParams): void {
    const isApi = path.startsWith("/ws-api/v3");
    const named = path.startsWith("/ws/") ? path.slice("/ws/".length).split("/") : [];
    const listenKey = named.find((name) => context.accounts.listener(name));
    const wire = createSocketWire(socket, isApi || listenKey !== undefined ? "user" : "market", tools);
    wires.add(wire);
    socket.on("close", () => wires.delete(wire));
    if (isApi) {
      const session: ApiSession = { subscriptions: new Map() };
      sessions.set(wire, session);
      socket.on("close", () => sessions.delete(wire));
      const { weight } = tools;
      onMessages(
        socket,
        (message) => wire.reply(answerApiMessage(context, { session, weight, message })),
        API_MESSAGES_PER_SECOND,
      );
      return;
    }
    if (listenKey !== undefined) {
      listeners.set(wire, listenKey);
      socket.on("close", () => listeners.delete(wire));
    }
    const isCombined = path.startsWith("/stream");
    const wanted = isCombined ? (query.get("streams") ?? "").split("/") : named;
    followStreams(socket, wire, tools, { isCombined, streams: wanted.filter((name) => STREAM_NAME.test(name)) });
  }

  return {
    upgrade(request, socket, head) {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
      // Some clients tell markets apart by the name of the host, which on loopback can only be in the path.
      const path = pathname.replace(/^\/stream\.binance\.(?:com|us)(?=\/)/, "");
      if (tools.faults.refusesConnections) {
        socket.destroy();
        return;
      }
      if (context.isMaintained()) {
        socket.end("HTTP/1.1 503 Service Temporarily Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
        return;
      }
      if (!/^\/(ws|stream|ws-api\/v3)(\/|$)/.test(path)) {
        socket.end("HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
        return;
      }
      server.handleUpgrade(request, socket, head, (webSocket) => connect(webSocket, path, searchParams));
    },
    drop(which) {
      const chosen = [...wires].filter(({ kind }) => which === "all" || kind === which);
      for (const wire of chosen) wire.drop();
      return chosen.length;
    },
    get waitingBytes() {
      return Math.max(0, ...[...wires].map((wire) => wire.waitingBytes));
    },
    get connections() {
      return wires.size;
    },
    close() {
      stopTelling();
      for (const wire of wires) wire.drop();
      server.close();
    },
  };
}

function followStreams(
  socket: WebSocket,
  wire: SocketWire,
  { hub, faults }: { readonly hub: StreamHub; readonly faults: FaultState },
  first: { readonly isCombined: boolean; readonly streams: readonly string[] },
): void {
  let { isCombined } = first;
  const followed = new Set<string>();
  const subscriber: Subscriber = {
    take: (stream, text) => wire.event(isCombined ? `{"stream":${JSON.stringify(stream)},"data":${text}}` : text),
  };
  const follow = (names: readonly string[]): void => {
    for (const name of names) followed.add(name);
    hub.subscribe(subscriber, names);
  };
  follow(first.streams);
  socket.on("close", () => hub.unsubscribe(subscriber, [...followed]));

  onMessages(socket, (message) => {
    if (faults.lostQuestions > 0) {
      faults.lostQuestions--;
      return;
    }
    const { id = null, method, params } = (message ?? {}) as { id?: unknown; method?: unknown; params?: unknown };
    const refuse = (why: string): void => wire.reply({ error: { code: 2, msg: `Invalid request: ${why}` }, id });
    const names = Array.isArray(params) && params.every((name) => typeof name === "string") ? params : undefined;
    if (method === "LIST_SUBSCRIPTIONS") wire.reply({ result: [...followed], id });
    else if (method === "SET_PROPERTY" && Array.isArray(params) && params[0] === "combined") {
      isCombined = params[1] === true;
      wire.reply({ result: null, id });
    } else if (method !== "SUBSCRIBE" && method !== "UNSUBSCRIBE") refuse("unknown method");
    else if (!names || names.length === 0) refuse("request must have a list of streams");
    else if (!names.every((name) => STREAM_NAME.test(name))) refuse("invalid stream");
    else if (method === "SUBSCRIBE" && followed.size + names.length > MOST_STREAMS) refuse("too many streams");
    else {
      if (method === "SUBSCRIBE") follow(names);
      else {
        for (const name of names) followed.delete(name);
        hub.unsubscribe(subscriber, names);
      }
      wire.reply({ result: null, id });
    }
  });
}
