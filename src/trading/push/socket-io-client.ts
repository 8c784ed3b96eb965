/** One client of the socket.io protocol: the teller tells it where a market is, then prices come as `dp`. */
import type { Socket } from "socket.io";
import type { AppError } from "../../kit/errors/catalogue.ts";
import type { Log } from "../../kit/log/log.ts";
import type { MarketView } from "../market/index.ts";
import type { Channel } from "./channel.ts";
import { ArbitrageChannel } from "./channels/arbitrage-channel.ts";
import { NewsChannel } from "./channels/news-channel.ts";
import type { Connection, Sink } from "./connection.ts";
import { parseChannel } from "./core/channel-name.ts";
import { MessageBudget } from "./core/message-budget.ts";
import { pushErrors } from "./errors.ts";
import type { Hub } from "./hub.ts";
import { readSocketIoMessage, type SocketIoMessage } from "./socket-io-message.ts";
import type { Teller } from "./teller.ts";
import { shownFailure } from "./visitor-key.ts";

/** Packets that wait for the transport. Messages beyond this wait as a mark on their channel. */
const MAX_WAITING_PACKETS = 64;
/** Of answers, which cannot wait as a mark: a client that keeps asking without reading is closed. */
const MAX_UNREAD_PACKETS = 1_000;
const [BURST, PER_SECOND] = [1_000, 50];
/** A name and, maybe, a port, as a browser sends them. */
const HOST = /^[A-Za-z0-9.:[\]-]{1,255}$/;

export interface SocketIoClientOptions {
  readonly hub: Hub;
  readonly market: MarketView;
  readonly teller: Teller;
  readonly log: Pick<Log, "error">;
}

export class SocketIoClient implements Sink {
  readonly #socket: Socket;
  readonly #options: SocketIoClientOptions;
  readonly #connection: Connection;
  readonly #budget: MessageBudget;
  readonly #drained = (): void => {
    this.#waiting = 0;
    this.#connection.pump();
  };
  #waiting = 0;

  constructor(socket: Socket, options: SocketIoClientOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#connection = options.hub.connect(this);
    this.#budget = new MessageBudget(BURST, PER_SECOND, options.hub.nowMs());
    socket.onAny((event: string, argument: unknown) => this.#heard(event, argument));
    socket.conn.on("drain", this.#drained);
    socket.on("disconnect", () => {
      socket.conn.off("drain", this.#drained);
      this.#connection.close();
    });
  }

  get connection(): Connection {
    return this.#connection;
  }

  isReady(): boolean {
    return this.#socket.connected && this.#waiting < MAX_WAITING_PACKETS;
  }

  send(channel: Channel, sequence: number, since: number): void {
    if (channel instanceof ArbitrageChannel) {
      // Public clients parse `d`. The same members are beside it, for clients that do not parse text.
      this.#emit("data", { d: channel.text, ...channel.news });
      return;
    }
    if (channel instanceof NewsChannel) {
      const skipped = channel.skippedSince(since);
      this.#emit("news", {
        n: channel.name,
        seq: sequence,
        d: channel.data(since),
        ...(skipped > 0 ? { skipped } : {}),
      });
      return;
    }
    const data = channel.data(since);
    // These clients know no state of a book: where the price is missing, they get none.
    if (data !== undefined) this.#emit("dp", { n: channel.name, d: data });
  }

  dismiss(why: AppError): void {
    this.refuse(why);
    this.#socket.disconnect(true);
  }

  refuse(why: unknown, channel?: string): void {
    this.#emit("refused", {
      ...shownFailure(why, this.#options.log),
      ...(channel === undefined ? {} : { n: channel }),
    });
  }

  /** Another process serves the exchange now: clients that follow it here have to ask again. */
  moved(exchange: string): void {
    for (const channel of this.#connection.following) {
      if (channel.listings.some((listing) => listing.exchange === exchange)) this.#moved(channel.name);
    }
  }

  /** Follows a channel, or says why not. */
  follow(channel: string): void {
    const name = parseChannel(channel);
    if (name?.kind !== "price" && name?.kind !== "arbitrage" && name?.kind !== "news") {
      this.refuse(pushErrors.unknownChannel(), channel);
      return;
    }
    const served = name.kind === "price" ? this.#whoServes(name.code) : undefined;
    if (served && !served.isHere) {
      this.#moved(channel);
      return;
    }
    const refused = this.#connection.follow(channel);
    if (refused instanceof Promise) {
      refused.then((late) => this.#followed(channel, late)).catch((error: unknown) => this.refuse(error, channel));
    } else this.#followed(channel, refused);
  }

  #followed(channel: string, refused: AppError | undefined): void {
    if (refused) this.refuse(refused, channel);
    else this.#connection.pump();
  }

  #heard(event: string, argument: unknown): void {
    if (!this.#budget.spend(1, this.#options.hub.nowMs())) {
      this.refuse(pushErrors.tooFast());
      this.#socket.disconnect(true);
      return;
    }
    const message = readSocketIoMessage(event, argument);
    if (message.kind === "unreadable") this.refuse(pushErrors.unreadable({ reason: message.reason }));
    else if (message.kind === "find") this.#find(message);
    else if (message.kind === "subscribe") this.follow(message.channel);
    else this.#connection.unfollow(message.channel);
  }

  #find({ exchange, symbol, tag }: Extract<SocketIoMessage, { kind: "find" }>): void {
    const code = symbol.startsWith(`${exchange}-`) ? symbol : `${exchange}-${symbol.replace(/[^a-z0-9_:.]/g, "")}`;
    const listing = this.#options.market.listing(code);
    const served = listing && this.#options.teller.whoServes(listing.exchange);
    this.#emit("obreq", { n: served ? served.host || this.#ownHost() : "notavailable", o: tag, s: code });
  }

  #whoServes(code: string): ReturnType<Teller["whoServes"]> {
    const listing = this.#options.market.listing(code);
    return listing && this.#options.teller.whoServes(listing.exchange);
  }

  /** As the client has reached us. */
  #ownHost(): string {
    const { host = "" } = this.#socket.handshake.headers;
    return HOST.test(host) ? host : "notavailable";
  }

  #moved(channel: string): void {
    this.#connection.unfollow(channel);
    this.#emit("mvsym", { n: channel });
  }

  #emit(event: string, value: object): void {
    // Counted first: where the transport is free, the packet has left before `emit` is through.
    if (++this.#waiting > MAX_UNREAD_PACKETS) this.#socket.disconnect(true);
    else this.#socket.emit(event, value);
  }
}
