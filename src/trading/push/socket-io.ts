/**
 * The socket.io protocol of the public clients, versions 2 to 4. The engine takes connections and requests from our own
 * HTTP server, which has looked at them first, instead of from a server of its own.
 */
import { EventEmitter } from "node:events";
import { Server, type Namespace, type Socket } from "socket.io";
import { WebSocketServer } from "ws";
import type { SocketPath } from "../../kit/endpoint/http-services.ts";
import { MessageBudget } from "./core/message-budget.ts";
import { pushErrors } from "./errors.ts";
import type { Places } from "./places.ts";
import { SocketIoClient, type SocketIoClientOptions } from "./socket-io-client.ts";
import type { Caller } from "../caller.ts";
import { credentialsOf, holderOf, shownError, type ByKey, type ByTicket } from "./visitor-key.ts";

const PATH = "/socket.io/";
const MAX_MESSAGE_BYTES = 4_096;
const PING_MS = 15_000;
const CONNECT_MS = 10_000;
/** Packets of any kind of one session: more than its clients may send, for the protocol has packets of its own. */
const [BURST, PER_SECOND] = [2_500, 120];
/** Packets that wait for a client that reads nothing. */
const MAX_UNREAD_PACKETS = 2_500;

export interface SocketIoOptions extends SocketIoClientOptions {
  readonly places: Places;
  readonly byKey: ByKey;
  readonly byTicket: ByTicket;
}

type Request = Parameters<SocketPath["upgrade"]>[0]["request"];
type HttpServer = Exclude<Parameters<Server["attach"]>[0], number>;

/** The HTTP server as socket.io needs it. */
class HandedOver extends EventEmitter {
  close(done: () => void): void {
    done();
  }
}

export class SocketIo {
  readonly path: SocketPath;
  readonly #options: SocketIoOptions;
  readonly #server: Server;
  readonly #clients = new Set<SocketIoClient>();
  readonly #addresses = new WeakMap<object, string>();
  readonly #stopListening: () => void;
  #isClosing = false;

  constructor(options: SocketIoOptions) {
    this.#options = options;
    const handedOver = new HandedOver();
    this.#server = new Server({
      path: PATH,
      allowEIO3: true,
      serveClient: false,
      transports: ["polling", "websocket"],
      cors: { origin: "*", methods: ["GET", "POST"], allowedHeaders: ["Content-Type", "Key", "Authorization"] },
      cookie: false,
      perMessageDeflate: false,
      httpCompression: false,
      destroyUpgrade: false,
      // Ours, for it ends connections that ping and read no answer.
      wsEngine: WebSocketServer,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      pingInterval: PING_MS,
      pingTimeout: PING_MS,
      connectTimeout: CONNECT_MS,
      allowRequest: (request, decide) => this.#decide(request, decide),
    });
    this.#server.attach(handedOver as unknown as HttpServer);
    this.#countPlaces();
    this.#serve(this.#server.of("/"), () => {});
    // For clients that want only the arbitrage feed: connecting is enough.
    this.#serve(this.#server.of("/arbitrage"), (client) => client.follow("arbitrage"));
    this.#stopListening = options.teller.onMove((exchange) => {
      for (const client of this.#clients) client.moved(exchange);
    });
    this.path = {
      path: PATH,
      upgrade: ({ request, socket, head, address }) => {
        this.#addresses.set(request, address);
        handedOver.emit("upgrade", request, socket, head);
      },
      request: (request, response, address) => {
        this.#addresses.set(request, address);
        handedOver.emit("request", request, response);
      },
    };
  }

  /** Refuses new clients, and closes everything in such a way that clients reconnect on their own. */
  end(): void {
    this.#isClosing = true;
    this.#stopListening();
    this.#server.engine.close();
  }

  /** Called for new sessions only. */
  #decide(request: Request, decide: (refused: string | null, isAllowed: boolean) => void): void {
    const refused = this.#isClosing ? pushErrors.closing() : this.#options.places.refusal(this.#addressOf(request));
    decide(refused?.message ?? null, refused === undefined);
  }

  #countPlaces(): void {
    this.#server.engine.on("connection", (session: Socket["conn"]) => {
      const leave = this.#options.places.take(this.#addressOf(session.request));
      session.once("close", leave);
      this.#guard(session);
    });
  }

  /** Ends attacks that clients never show: floods of pings, of unknown namespaces, of unread answers. */
  #guard(session: Socket["conn"]): void {
    const { hub } = this.#options;
    const budget = new MessageBudget(BURST, PER_SECOND, hub.nowMs());
    let waiting = 0;
    session.on("packet", () => {
      if (!budget.spend(1, hub.nowMs())) session.close(true);
    });
    session.on("packetCreate", () => {
      if (++waiting > MAX_UNREAD_PACKETS) session.close(true);
    });
    session.on("flush", () => (waiting = 0));
  }

  #serve(namespace: Namespace, greet: (client: SocketIoClient) => void): void {
    namespace.use((socket, next) => void this.#admit(socket, next));
    namespace.on("connection", (socket) => {
      const client = new SocketIoClient(socket, this.#options);
      const caller = (socket.data as { caller?: Caller }).caller;
      if (caller) client.connection.admit(caller);
      this.#clients.add(client);
      socket.once("disconnect", () => this.#clients.delete(client));
      greet(client);
    });
  }

  async #admit(socket: Socket, decide: (refused?: Error) => void): Promise<void> {
    let refused: Error | undefined;
    try {
      await this.#authenticate(socket);
    } catch (error) {
      refused = new Error(this.#sentence(error), { cause: error });
    }
    decide(refused);
  }

  /** By the headers of the handshake, or by what newer clients give as `auth`: there, a ticket too. */
  async #authenticate(socket: Socket): Promise<void> {
    const { headers, auth } = socket.handshake;
    const address = this.#addressOf(socket.request);
    const data = socket.data as { caller?: Caller };
    const ticket: unknown = auth["ticket"];
    if (typeof ticket === "string") {
      data.caller = await holderOf(this.#options.byTicket, ticket, address);
      return;
    }
    const given: Record<string, string> = {};
    for (const name of ["key", "authorization"] as const) {
      const value: unknown = auth[name] ?? headers[name];
      if (typeof value === "string") given[name] = value;
    }
    if (Object.keys(given).length === 0) return;
    // Public clients sign without a key, or with the key `free`: they come as visitors.
    const caller = await this.#options.byKey(credentialsOf(given, { path: PATH, address }));
    if (caller) data.caller = caller;
  }

  #sentence(error: unknown): string {
    const report = (failure: unknown): void => {
      this.#options.log.error({ err: failure }, "a key that came over a socket cannot be checked");
    };
    return shownError(error, report).error;
  }

  #addressOf(request: object): string {
    return this.#addresses.get(request) ?? "";
  }
}
