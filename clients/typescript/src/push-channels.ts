/** The channels of the push and what their messages hold: docs/trading/push.md. */
import type { NewsItem } from "./generated/trading/schemas.ts";

/** Price, quantity, and when it was set, in milliseconds since 1970. */
export type Level = readonly [price: number, quantity: number, time: number];
export type Trade = readonly [price: number, quantity: number, time: number, id: string];

export type BookLevel = readonly [price: number, quantity: number];

/**
 * The best levels of both sides of a book. `withBook` joins them: a snapshot takes the place of everything before, and
 * changes replace the levels with their prices.
 */
export interface Book {
  readonly kind: "snapshot" | "changes";
  /** Quantity 0 in changes: the level is gone. In a snapshot, the lowest price is first. */
  readonly asks: readonly BookLevel[];
  /** In a snapshot, the highest price is first. */
  readonly bids: readonly BookLevel[];
  /** Levels of each side that are pushed at most; in snapshots. */
  readonly levels?: number;
  /** When the exchange was last heard, in milliseconds since 1970. */
  readonly time: number;
}

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
    : Channel extends `book/${string}`
      ? Book
      : Channel extends `spread/${string}`
        ? Spread
        : Channel extends "arbitrage"
          ? Arbitrage
          : Channel extends "system/status"
            ? ExchangeStatus
            : Channel extends "news" | `news/${string}`
              ? readonly NewsItem[]
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
  /** Trades or articles that were left out before these. */
  readonly skipped?: number;
  /**
   * Trades may be missing from that moment on, in milliseconds since 1970, until those that come after it. Of several such times
   * in what has waited, the first.
   */
  readonly broken?: number;
}

/** The newest trades or articles that wait for a slow reader. */
const MAX_ENTRIES = 1_000;
/** Channels whose messages hold what is new: one does not repeat what was in another. */
const OF_ENTRIES = /^(?:trades\/|news$|news\/)/;

/**
 * Messages that wait for a reader: one for each channel. A newer one takes its place, and trades and articles are joined,
 * so that a slow reader gets the newest values and memory stays bounded. Of a book that has changed again, the whole waits.
 */
export class Waiting {
  readonly #messages = new Map<string, PushMessage>();
  /** Each book as it is now. */
  readonly #books = new Map<string, Book | null>();
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
    const { channel } = message;
    const before = this.#messages.get(channel);
    if (channel.startsWith("book/")) this.#putBook(message, before !== undefined);
    else {
      const isJoined = before !== undefined && OF_ENTRIES.test(channel) && message.seq !== 1;
      this.#messages.set(channel, isJoined ? joinedEntries(before, message) : message);
    }
    this.#wake();
  }

  /** A reader that has missed changes gets the whole book, so that no number of changes has to wait. */
  #putBook(message: PushMessage, hasMissed: boolean): void {
    const { channel, data } = message;
    const whole = withBook(this.#books.get(channel) ?? null, data as Book | null);
    this.#books.set(channel, whole);
    this.#messages.set(channel, hasMissed ? { ...message, data: whole as never } : message);
  }

  /** The one that has waited longest. */
  take(): PushMessage | undefined {
    const [first] = this.#messages;
    if (!first) return undefined;
    this.#messages.delete(first[0]);
    return first[1];
  }
}

/**
 * A book after a message of its channel. Begin with null.
 *
 * @param before the book so far
 * @param told the `data` of the message; null for a book that is not usable
 */
export function withBook(before: Book | null, told: Book | null): Book | null {
  if (before === null || told === null || told.kind === "snapshot") return told;
  return {
    ...before,
    asks: withLevels(before.asks, told.asks).toSorted(([one], [other]) => one - other),
    bids: withLevels(before.bids, told.bids).toSorted(([one], [other]) => other - one),
    time: told.time,
  };
}

function withLevels(before: readonly BookLevel[], told: readonly BookLevel[]): BookLevel[] {
  return [...new Map([...before, ...told])].filter(([, quantity]) => quantity !== 0);
}

function joinedEntries(before: PushMessage, message: PushMessage): PushMessage {
  const all = [...entriesOf(before), ...entriesOf(message)];
  const left = Math.max(0, all.length - MAX_ENTRIES);
  const skipped = (before.skipped ?? 0) + (message.skipped ?? 0) + left;
  const broken = before.broken ?? message.broken;
  // It goes on where the earlier one began: a snapshot stays one.
  return {
    ...message,
    seq: before.seq,
    data: all.slice(left) as never,
    ...(skipped > 0 ? { skipped } : {}),
    ...(broken === undefined ? {} : { broken }),
  };
}

function entriesOf({ data }: PushMessage): readonly unknown[] {
  return Array.isArray(data) ? (data as readonly unknown[]) : [];
}
