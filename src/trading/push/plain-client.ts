/** One client of the plain WebSocket. */
import type { Socket } from "node:net";
import type { RawData, WebSocket } from "ws";
import type { AppError } from "../../kit/errors/catalogue.ts";
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { Caller } from "../caller.ts";
import type { Channel } from "./channel.ts";
import { readClientMessage, type ClientMessage } from "./client-message.ts";
import type { Connection, Sink } from "./connection.ts";
import { MessageBudget } from "./core/message-budget.ts";
import { pushErrors } from "./errors.ts";
import type { Hub } from "./hub.ts";
import { callerOf, holderOf, shownFailure, type ByKey, type ByTicket } from "./visitor-key.ts";

/** Bytes that wait in this process. Beyond the first, news wait as a mark; beyond the second, the client is dropped. */
const MAX_WAITING_BYTES = 64 * 1024;
const MAX_UNREAD_BYTES = 256 * 1024;
const MISSED_PINGS = 2;
const GOODBYE_MS = 250;
/** A channel costs one, any other message too; showing a key or a ticket costs more. */
const [BURST, PER_SECOND, KEY_COST] = [1_000, 50, 20];

export interface PlainClientOptions {
  readonly hub: Hub;
  readonly byKey: ByKey;
  readonly byTicket: ByTicket;
  readonly clock: Pick<Clock, "sleep">;
  readonly log: Pick<Log, "error">;
  readonly path: string;
  readonly address: string;
  /** The connection below the socket. */
  readonly wire: Pick<Socket, "cork" | "uncork">;
}

export class PlainClient implements Sink {
  readonly #socket: WebSocket;
  readonly #options: PlainClientOptions;
  readonly #connection: Connection;
  readonly #budget: MessageBudget;
  readonly #sent = (): void => this.#connection.pump();
  #missed = 0;
  /** Messages are answered one after the other, also where one has to wait. */
  #turn: Promise<void> | undefined;

  constructor(socket: WebSocket, options: PlainClientOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#connection = options.hub.connect(this);
    this.#budget = new MessageBudget(BURST, PER_SECOND, options.hub.nowMs());
    socket.on("message", (data, isBinary) => this.#heard(data, isBinary));
    socket.on("pong", () => (this.#missed = 0));
    socket.on("close", () => this.#connection.close());
  }

  get connection(): Connection {
    return this.#connection;
  }

  isReady(): boolean {
    const { readyState, OPEN, bufferedAmount } = this.#socket;
    return readyState === OPEN && bufferedAmount < MAX_WAITING_BYTES;
  }

  hold(): void {
    this.#options.wire.cork();
  }

  release(): void {
    this.#options.wire.uncork();
  }

  send(channel: Channel, sequence: number, since: number): void {
    const data = channel.data(since) ?? "null";
    const head = `{"channel":"${channel.name}","seq":${sequence},"ms":${this.#options.hub.nowMs()}`;
    this.#socket.send(`${head},"data":${data}${channel.remark(since)}}`, this.#sent);
  }

  dismiss(why: AppError): void {
    const socket = this.#socket;
    this.refuse(why);
    socket.close(1008, why.message);
    // A client that does not say goodbye is cut off.
    void this.#options.clock.sleep(GOODBYE_MS).then(() => socket.terminate());
  }

  /** Asks whether it is still there. */
  ping(): void {
    if (this.#missed >= MISSED_PINGS) this.#socket.terminate();
    else if (this.#socket.readyState === this.#socket.OPEN) {
      this.#missed++;
      this.#socket.ping();
    }
  }

  refuse(why: unknown, channel?: string): void {
    this.#tell({ error: shownFailure(why, this.#options.log), ...(channel === undefined ? {} : { channel }) });
  }

  #heard(data: RawData, isBinary: boolean): void {
    // A client that is being closed may still send for a while.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#missed = 0;
    if (isBinary) {
      this.#socket.close(1003, "send text");
      return;
    }
    const message = readClientMessage((data as Buffer).toString());
    if (!this.#budget.spend(costOf(message), this.#options.hub.nowMs())) {
      this.refuse(pushErrors.tooFast());
      this.#socket.close(1008, "messages come too fast");
      return;
    }
    const answered = this.#turn ? this.#turn.then(() => this.#answer(message)) : this.#answer(message);
    if (!answered) return;
    const turn: Promise<void> = answered
      .catch((error: unknown) => this.refuse(error))
      .then(() => {
        if (this.#turn === turn) this.#turn = undefined;
      });
    this.#turn = turn;
  }

  #answer(message: ClientMessage): Promise<void> | undefined {
    switch (message.kind) {
      case "unreadable":
        this.refuse(pushErrors.unreadable({ reason: message.reason }));
        return undefined;
      case "ping":
        this.#tell({ pong: message.ping, ms: this.#options.hub.nowMs() });
        return undefined;
      case "unsubscribe":
        for (const channel of message.channels) {
          if (this.#connection.unfollow(channel)) this.#tell({ channel, unsubscribed: true });
        }
        return undefined;
      case "subscribe":
        return this.#subscribe(message.channels);
      case "key":
        return this.#admit(callerOf(this.#options.byKey, message.headers, this.#options));
      case "ticket":
        return this.#admit(holderOf(this.#options.byTicket, message.ticket, this.#options.address));
    }
  }

  async #admit(shown: Promise<Caller>): Promise<void> {
    const caller = await shown;
    this.#connection.admit(caller);
    this.#tell({ authenticated: true, uid: caller.uid });
  }

  #subscribe(channels: readonly string[]): Promise<void> | undefined {
    const waiting: Promise<void>[] = [];
    for (const channel of channels) {
      const refused = this.#connection.follow(channel);
      if (refused instanceof Promise) {
        waiting.push(refused.then((late) => (late ? this.refuse(late, channel) : this.#connection.pump())));
      } else if (refused) this.refuse(refused, channel);
    }
    this.#connection.pump();
    return waiting.length > 0 ? Promise.all(waiting).then(() => undefined) : undefined;
  }

  /** Answers what was asked. A client that keeps asking and does not read the answers is closed. */
  #tell(answer: object): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
    else socket.send(JSON.stringify(answer), this.#sent);
  }
}

function costOf(message: ClientMessage): number {
  if ("channels" in message) return message.channels.length;
  return message.kind === "key" || message.kind === "ticket" ? KEY_COST : 1;
}
