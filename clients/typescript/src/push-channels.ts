/** The channels of the push and what their messages hold: docs/trading/push.md. */

/** Price, quantity, and when it was set, in milliseconds since 1970. */
export type Level = readonly [price: number, quantity: number, time: number];
export type Trade = readonly [price: number, quantity: number, time: number, id: string];

/** The best of a side of a book, and when it was set, in milliseconds since 1970. */
export interface Quote {
  readonly price: number;
  readonly qty: number;
  readonly time: number;
}

/** What one market asks less what the other bids. */
export interface Spread {
  readonly combination: string;
  readonly price: number;
  /** Ask divided by bid. */
  readonly ratio: number;
  readonly ask: Quote;
  readonly bid: Quote;
}

export interface Arbitrage {
  /** Of a bitcoin in dollars. */
  readonly p: number | null;
  /** `[code, spread, difference, btc_opt1, btc_opt2, current_opt1, current_opt2]`, the highest return first. */
  readonly s: readonly (readonly [string, ...(number | null)[]])[];
  /** Rows that are left out. */
  readonly more?: number;
}

export interface ExchangeStatus {
  readonly exchanges: readonly {
    readonly code: string;
    readonly name: string;
    readonly kind: string;
    readonly state: string;
    readonly reason: string | null;
    readonly since: number | null;
  }[];
}

/** What a channel pushes, by its name. Members of private channels are those of the operation that push.md names. */
export type DataOf<Channel extends string> = Channel extends `asks/${string}` | `bids/${string}`
  ? Level
  : Channel extends `trades/${string}`
    ? readonly Trade[]
    : Channel extends `spread/${string}`
      ? Spread
      : Channel extends "arbitrage"
        ? Arbitrage
        : Channel extends "system/status"
          ? ExchangeStatus
          : Readonly<Record<string, unknown>>;

export interface PushMessage<Channel extends string = string> {
  readonly channel: Channel;
  /** 1 is a snapshot: the first message, and the first after a connection was lost. */
  readonly seq: number;
  /** When it was sent, in milliseconds since 1970. */
  readonly ms: number;
  /** Null without a usable price; `state` says why. */
  readonly data: DataOf<Channel> | null;
  readonly state?: "none" | "stale" | "crossed" | "empty" | "best-only";
  /** Trades that were left out before these. */
  readonly skipped?: number;
}

/** The newest trades that wait for a slow reader. */
const MAX_TRADES = 1_000;

/**
 * Messages that wait for a reader: one for each channel. A newer one takes its place, and trades are joined, so that a slow
 * reader gets the newest values and memory stays bounded.
 */
export class Waiting {
  readonly #messages = new Map<string, PushMessage>();
  #wake: () => void = () => {};
  #failure: Error | undefined;

  /** Why nothing more comes. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** The first reason counts. */
  end(failure: Error): void {
    this.#failure ??= failure;
    this.#wake();
  }

  /** Waits for a message, or the end. */
  more(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  put(message: PushMessage): void {
    const before = this.#messages.get(message.channel);
    const isJoined = before !== undefined && message.channel.startsWith("trades/") && message.seq !== 1;
    this.#messages.set(message.channel, isJoined ? joined(before, message) : message);
    this.#wake();
  }

  /** The one that has waited longest. */
  take(): PushMessage | undefined {
    const [first] = this.#messages;
    if (!first) return undefined;
    this.#messages.delete(first[0]);
    return first[1];
  }
}

function joined(before: PushMessage, message: PushMessage): PushMessage {
  const all = [...tradesOf(before), ...tradesOf(message)];
  const left = Math.max(0, all.length - MAX_TRADES);
  const skipped = (before.skipped ?? 0) + (message.skipped ?? 0) + left;
  // It goes on where the earlier one began: a snapshot stays one.
  return { ...message, seq: before.seq, data: all.slice(left) as never, ...(skipped > 0 ? { skipped } : {}) };
}

function tradesOf({ data }: PushMessage): readonly unknown[] {
  return Array.isArray(data) ? (data as readonly unknown[]) : [];
}
