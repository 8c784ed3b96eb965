/** A server that pushes a scripted market, over real sockets. */
import type { Socket } from "node:net";
import { expect, onTestFinished } from "vitest";
import { WebSocket, type ClientOptions } from "ws";
import { Type } from "typebox";
import { AppError } from "../../src/kit/errors/catalogue.ts";
import type { AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import type { Credentials, ServiceForm } from "../../src/kit/endpoint/form.ts";
import { buildHttp } from "../../src/kit/endpoint/http-server.ts";
import type { SocketPath } from "../../src/kit/endpoint/http-services.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import type { Caller } from "../../src/trading/caller.ts";
import { openPush, type Push, type PushDeps } from "../../src/trading/push/index.ts";
import { keptLog, type KeptLog } from "./kept-log.ts";
import { scriptedMarket, type ScriptedMarket } from "./scripted-market.ts";

export interface PushWorld {
  readonly port: number;
  readonly market: ScriptedMarket;
  readonly push: Push;
  readonly log: KeptLog;
  /** Those that speak WebSocket now. */
  readonly connections: ReadonlySet<Socket>;
  stop(): Promise<void>;
}

export interface PushWorldOptions extends Partial<Omit<PushDeps, "market" | "log">> {
  readonly market?: ScriptedMarket;
  /** Default: any. */
  readonly port?: number;
  readonly connections?: number;
  readonly perAddress?: number;
  readonly paceMs?: number;
  /** Served beside the sockets, below `/api/v2`. */
  readonly endpoints?: readonly AnyEndpoint[];
  readonly deps?: object;
}

const form: ServiceForm = {
  name: "trading",
  title: "",
  version: "2",
  description: "",
  prefixes: ["/api/v2"],
  bodyBytes: 1000,
  publicKinds: ["public"],
  security: { schemes: {}, byKind: {} },
  unknownMembers: { query: "ignore", body: "ignore" },
  errorSchema: Type.Object({}),
  authenticate: () => undefined,
  invalidInput: () => new AppError({ code: "2300", status: 422, says: "invalid" }),
  refusal: ({ kind }) => new AppError({ code: "2500", status: 404, says: kind }),
  envelope: { wrap: (data) => ({ data }), schema: (data) => Type.Object({ data }) },
  renderError: ({ code, message }) => ({ data: { code: Number(code), error: message } }),
};

/** The key `me` belongs to user 7; any other is refused. */
export function byTestKey({ headers }: Credentials): Caller | undefined {
  if (headers["key"] === undefined && headers["authorization"] === undefined) return undefined;
  if (headers["key"] !== "me") throw new AppError({ code: "2000", status: 401, says: "The API key is not valid" });
  return { uid: 7, ownerUid: 7 } as Caller;
}

/** Opens it; without a key, callers get everything at once unless a pace is given. Closed after the test. */
export async function pushWorld(options: PushWorldOptions = {}): Promise<PushWorld> {
  const { market = scriptedMarket(), port: wanted = 0, connections = 1_000, perAddress = 1_000, paceMs = 0 } = options;
  const log = keptLog();
  const push = openPush(
    {
      clock: systemClock(),
      tradeFlow: { on: () => () => undefined },
      byKey: byTestKey,
      byTicket: async () => undefined,
      lapsedCallers: async () => new Set<Caller>(),
      renewedCallers: async () => new Map<Caller, Caller>(),
      ...options,
      market,
      log,
    },
    { pushConnections: connections, pushConnectionsPerAddress: perAddress, pushPublicPaceMs: paceMs },
  );
  push.start();
  const open = new Set<Socket>();
  const sockets = push.sockets.map((path) => counted(path, open));
  const http = await buildHttp({
    services: [{ form, endpoints: options.endpoints ?? [], deps: options.deps, sockets }],
    checkOutputs: true,
    log: silentLog(),
    requestId: () => "id",
  });
  const { port } = await http.listen({ host: "127.0.0.1", port: wanted });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    push.end();
    return (stopped ??= http.close());
  };
  onTestFinished(stop);
  return { port, market, push, log, connections: open, stop };
}

function counted(path: SocketPath, connections: Set<Socket>): SocketPath {
  return {
    ...path,
    upgrade(taken) {
      connections.add(taken.socket);
      taken.socket.once("close", () => connections.delete(taken.socket));
      path.upgrade(taken);
    },
  };
}

/** Waits for what comes over a socket: longer than other conditions, for machines are busy. */
export function eventually<Value>(read: () => Value): ReturnType<typeof expect.poll<Value>> {
  return expect.poll(read, { interval: 5 });
}

export interface Heard {
  readonly channel?: string;
  readonly seq?: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into messages of every shape
  readonly [name: string]: any;
}

export interface PlainFollower {
  readonly socket: WebSocket;
  /** Everything that came, in order. */
  readonly heard: Heard[];
  /** The last message of a channel. */
  newest(channel: string): Heard | undefined;
  say(message: unknown): void;
  readonly closed: Promise<{ code: number; reason: string }>;
}

/** A client of the plain WebSocket, when it is open. */
export async function plainFollower(port: number, options: ClientOptions = {}): Promise<PlainFollower> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v2/ws`, options);
  onTestFinished(() => socket.terminate());
  const heard: Heard[] = [];
  const newest = new Map<string, Heard>();
  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Heard;
    heard.push(message);
    if (message.channel !== undefined) newest.set(message.channel, message);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once("close", (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  socket.on("error", () => {});
  return {
    socket,
    heard,
    newest: (channel) => newest.get(channel),
    say: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    closed,
  };
}
