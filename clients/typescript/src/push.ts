/**
 * The trading platform's push over the plain WebSocket, which has every channel. The connection is opened again when it
 * breaks; then every channel begins with a snapshot. (The socket.io protocol serves clients that exist already.)
 */
import { TripodError } from "./errors.ts";
import { Waiting, type PushMessage } from "./push-channels.ts";
import { targetOf } from "./outgoing.ts";
import type { PushProof } from "./trading-auth.ts";
import { backOffMs, reasonOf } from "./waiting.ts";

/** What is needed of a WebSocket: that of browsers and Node 22, or of the package `ws`. */
export interface SocketLike {
  readonly readyState: number;
  send(text: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(
    type: "open" | "close" | "error",
    listener: (event: { code?: number; reason?: string }) => void,
  ): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
}

export interface PushOptions {
  /** Node 20 has none of its own: give that of the package `ws` or `undici`. Default: the global one. */
  readonly WebSocket?: new (url: string) => SocketLike;
  /** Without a word from the server for so long, it is opened again. Default 45,000. */
  readonly silenceMs?: number;
  /** Is notified of each connection that begins and ends. */
  readonly onState?: (state: "open" | "lost" | "closed", reason?: string) => void;
}

type Listener = { readonly message: (message: PushMessage) => void; readonly error: (error: Error) => void };

const PATH = "/api/v2/ws";
const [OPEN, GOING_AWAY_MS, SILENCE_MS, PINGS_PER_SILENCE] = [1, 500, 45_000, 3];
const MAX_BACK_OFF_MS = 30_000;
/** Channels in one message, of which the server takes 4,096 bytes. */
const CHANNELS_PER_MESSAGE = 25;
/** Without a channel for so long, the connection ends: who leaves one channel often follows another at once. */
const IDLE_MS = 1_000;
/** The key is revoked or was never valid, or the session has ended: another connection would be refused too. */
const INVALID_KEY = new Set([2000, 2001]);

export class Push {
  readonly #url: string;
  readonly #proofFor: (path: string) => Promise<PushProof | undefined>;
  readonly #options: PushOptions;
  readonly #listeners = new Map<string, Set<Listener>>();
  /** The number of the last message of each channel on this connection. */
  readonly #seen = new Map<string, number>();
  #socket: SocketLike | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #heardMs = 0;
  #failures = 0;
  /** The connection has shown what it has to show: before, the server would refuse channels that need a key. */
  #hasGreeted = false;
  /** A key or ticket was shown, and is not answered yet. */
  #isProving = false;
  readonly #closed = new Error("this push is closed");
  #isClosed = false;

  /**
   * Connects when a channel is followed, and disconnects a moment after none is.
   *
   * @param proofFor what each connection shows; undefined for nothing
   */
  constructor(baseUrl: string, proofFor: (path: string) => Promise<PushProof | undefined>, options: PushOptions = {}) {
    const page = (globalThis as { readonly location?: { readonly origin: string } }).location?.origin ?? "";
    this.#url = `${(baseUrl === "" ? page : baseUrl).replace(/^http/, "ws").replace(/\/$/, "")}${PATH}`;
    this.#proofFor = proofFor;
    this.#options = options;
  }

  /**
   * Calls `listener` with each message of a channel, first with a snapshot. Answers what ends that.
   *
   * @param onError nothing more comes: the channel or the key is refused, or this was closed
   */
  follow<const Channel extends string>(
    channel: Channel,
    listener: (message: PushMessage<Channel>) => void,
    onError: (error: Error) => void = () => {},
  ): () => void {
    if (this.#isClosed) throw this.#closed;
    const one: Listener = { message: listener as Listener["message"], error: onError };
    const all = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, all.add(one));
    if (this.#socket === undefined && this.#timer === undefined) this.#connect();
    // A second listener needs a snapshot too, so the channel begins again for all.
    else if (this.#hasGreeted) this.#subscribe([channel], all.size > 1);
    return () => {
      if (!all.delete(one) || all.size > 0) return;
      this.#listeners.delete(channel);
      this.#seen.delete(channel);
      this.#say({ unsubscribe: channel });
      this.#rest();
    };
  }

  /**
   * The messages of channels, in the order in which they came. A loop that is slower than the market gets the newest value
   * of each channel, and trades and articles joined. It ends by leaving it, by `signal`, by `close()`, or with the error of a
   * channel.
   */
  async *messages<const Channel extends string>(
    channels: readonly Channel[],
    { signal }: { readonly signal?: AbortSignal } = {},
  ): AsyncGenerator<PushMessage<Channel>, void, undefined> {
    const waiting = new Waiting();
    const fail = (error: Error): void => waiting.end(error);
    const stop = (): void => fail(reasonOf(signal));
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
    const heard = (message: PushMessage): void => waiting.put(message);
    const ends = waiting.failure ? [] : channels.map((channel) => this.follow(channel as string, heard, fail));
    try {
      for (;;) {
        if (waiting.failure === this.#closed) return;
        if (waiting.failure) throw waiting.failure;
        const message = waiting.take();
        if (message) yield message as PushMessage<Channel>;
        else await waiting.more();
      }
    } finally {
      signal?.removeEventListener("abort", stop);
      for (const end of ends) end();
    }
  }

  /** Ends the connection and every loop. */
  close(): void {
    this.#end(this.#closed);
  }

  #end(error: Error): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const all = [...this.#listeners.values()];
    this.#listeners.clear();
    this.#leave();
    this.#options.onState?.("closed", error.message);
    for (const listeners of all) for (const { error: tell } of listeners) tell(error);
  }

  #connect(): void {
    const Socket = this.#options.WebSocket ?? (globalThis as { WebSocket?: PushOptions["WebSocket"] }).WebSocket;
    if (!Socket) throw new Error("there is no WebSocket here: give that of the package ws, as push({ WebSocket })");
    this.#timer = undefined;
    const socket = new Socket(this.#url);
    this.#socket = socket;
    this.#hasGreeted = false;
    const isCurrent = (): boolean => this.#socket === socket;
    socket.addEventListener("open", () => void this.#greet(isCurrent));
    socket.addEventListener("message", ({ data }) => {
      if (isCurrent()) this.#hear(String(data));
    });
    socket.addEventListener("error", () => {});
    socket.addEventListener("close", ({ reason }) => {
      if (isCurrent()) this.#lose(reason === "" ? undefined : reason);
    });
    this.#watch();
  }

  /** Shows the key or ticket, then follows every channel. The server answers messages in their order. */
  async #greet(isCurrent: () => boolean): Promise<void> {
    try {
      const shown = await this.#proofFor(targetOf(this.#url));
      if (!isCurrent()) return;
      this.#isProving = shown !== undefined;
      if (shown) this.#say(shown);
      this.#hasGreeted = true;
      this.#seen.clear();
      this.#subscribe([...this.#listeners.keys()], false);
      this.#options.onState?.("open");
    } catch (error) {
      if (!isCurrent()) return;
      // A ticket could not be asked for: that may pass.
      if (error instanceof TripodError) {
        this.#lose(error.message);
        return;
      }
      const facts = { kind: "noAnswer", service: "trading", operation: "push" } as const;
      this.#end(new TripodError(`push: ${(error as Error).message}`, facts, error));
    }
  }

  #subscribe(channels: readonly string[], isAgain: boolean): void {
    for (let at = 0; at < channels.length; at += CHANNELS_PER_MESSAGE) {
      const some = channels.slice(at, at + CHANNELS_PER_MESSAGE);
      if (isAgain) this.#say({ unsubscribe: some });
      for (const channel of some) this.#seen.delete(channel);
      this.#say({ subscribe: some });
    }
  }

  #hear(text: string): void {
    this.#heardMs = Date.now();
    const message = messageIn(text);
    if (!message) {
      this.#lose("a message that is not one of the push");
      return;
    }
    const { channel, seq, error } = message;
    if ("authenticated" in message) this.#isProving = false;
    if (error) this.#refuse(channel, error);
    else if (typeof seq === "number") {
      this.#failures = 0;
      const before = this.#seen.get(channel);
      // What was sent before a channel began again.
      if (before === undefined && seq !== 1) return;
      this.#seen.set(channel, seq);
      // One was lost on the way: a snapshot makes it whole.
      if (before !== undefined && seq !== 1 && seq !== before + 1) this.#subscribe([channel], true);
      else for (const { message: tell } of this.#listeners.get(channel) ?? []) tell(message);
    }
  }

  #refuse(channel: string | undefined, { code, error }: { readonly code: number; readonly error: string }): void {
    const facts = { kind: "refused", service: "trading", operation: "push", code } as const;
    if (channel === undefined) {
      if (INVALID_KEY.has(code)) this.#end(new TripodError(`push: ${error}`, facts));
      // Another signature or ticket may pass: the clock was wrong, or the server has started again.
      else if (this.#isProving) this.#lose(error);
      return;
    }
    const listeners = this.#listeners.get(channel) ?? [];
    this.#listeners.delete(channel);
    this.#seen.delete(channel);
    for (const { error: tell } of listeners) tell(new TripodError(`push: ${channel}: ${error}`, facts));
    this.#rest();
  }

  /** Ends the connection if nothing is followed, and still nothing a moment later. */
  #rest(): void {
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#listeners.size > 0 || this.#socket === undefined) return;
      this.#leave();
      this.#options.onState?.("lost", "nothing is followed");
    }, IDLE_MS);
  }

  #lose(reason: string | undefined): void {
    this.#leave();
    if (this.#isClosed) return;
    this.#options.onState?.("lost", reason);
    const waitMs = backOffMs(++this.#failures, GOING_AWAY_MS, MAX_BACK_OFF_MS);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#listeners.size > 0) this.#connect();
    }, waitMs);
  }

  /** Pages do not see the pings of the protocol, so it sends its own. */
  #watch(): void {
    const { silenceMs = SILENCE_MS } = this.#options;
    this.#heardMs = Date.now();
    clearInterval(this.#beat);
    this.#beat = setInterval(() => {
      if (Date.now() - this.#heardMs > silenceMs) this.#lose(`nothing came for ${silenceMs} ms`);
      else this.#say({ ping: Date.now() });
    }, silenceMs / PINGS_PER_SILENCE);
  }

  #leave(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#idle);
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket && socket.readyState <= OPEN) socket.close();
  }

  #say(message: object): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }
}

type Heard = PushMessage & { readonly error?: { readonly code: number; readonly error: string } };

/** Undefined for what a proxy between says instead. */
function messageIn(text: string): Heard | undefined {
  try {
    const message = JSON.parse(text) as Heard | string | number | boolean | null;
    return typeof message === "object" && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}
