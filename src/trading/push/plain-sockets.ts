/** The plain WebSocket: channels by name, over JSON messages. */
import { WebSocketServer, type WebSocket } from "ws";
import type { SocketPath, TakenConnection } from "../../kit/endpoint/http-services.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { Caller } from "../caller.ts";
import { pushErrors } from "./errors.ts";
import type { Places } from "./places.ts";
import { PlainClient, type PlainClientOptions } from "./plain-client.ts";

const PATH = "/api/v2/ws";
const MAX_MESSAGE_BYTES = 4_096;
const PING_MS = 15_000;

export interface PlainSocketsOptions extends Omit<PlainClientOptions, "path" | "address" | "wire"> {
  readonly clock: Clock;
  readonly places: Places;
}

export class PlainSockets {
  readonly path: SocketPath;
  readonly #options: PlainSocketsOptions;
  readonly #clients = new Map<WebSocket, PlainClient>();
  readonly #closing = new AbortController();
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });

  constructor(options: PlainSocketsOptions) {
    const { places, byKey } = options;
    this.#options = options;
    this.path = {
      path: PATH,
      admit: (credentials) => {
        if (this.#closing.signal.aborted) throw pushErrors.closing();
        const refused = places.refusal(credentials.address);
        if (refused) throw refused;
        return byKey(credentials);
      },
      upgrade: (taken) => this.#take(taken),
    };
  }

  start(): void {
    const { clock } = this.#options;
    clock.every(PING_MS, () => this.#pingAll(), this.#closing.signal);
  }

  /** Refuses new clients and tells all others that the server is closing. */
  end(): void {
    this.#closing.abort();
    for (const socket of this.#clients.keys()) socket.close(1001, "the server is stopping");
  }

  #take({ request, socket, head, address, admitted }: TakenConnection): void {
    const leave = this.#options.places.take(address);
    socket.once("close", leave);
    this.#server.handleUpgrade(request, socket, head, (open) => {
      // Too much, or not WebSocket at all: the library closes it with the right code.
      open.on("error", () => {});
      const client = new PlainClient(open, { ...this.#options, path: PATH, address, wire: socket });
      this.#clients.set(open, client);
      open.once("close", () => this.#clients.delete(open));
      if (admitted !== undefined) client.connection.admit(admitted as Caller);
      if (this.#closing.signal.aborted) open.close(1001, "the server is stopping");
    });
  }

  #pingAll(): void {
    for (const client of this.#clients.values()) client.ping();
  }
}
