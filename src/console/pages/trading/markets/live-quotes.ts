/**
 * Best prices of the markets that are in view. A list may hold thousands of markets, and the socket takes 500 channels and
 * 50 changes of them a second, so only rows in view are followed, once the list rests.
 */
import { batch, signal, type Signal } from "@preact/signals";
import type { PushMessage } from "../../../../../clients/typescript/src/trading.ts";
import type { Failure } from "../../../live/failure.ts";
import type { ChannelBudget } from "./channel-budget.ts";
import { quoteOf, type Quote } from "./quote.ts";

type Name = `spread/${string}`;
type Message = PushMessage<Name>;

/** Follows a channel; answers what ends that. */
export type Follow = (name: Name, heard: (message: Message) => void, refuse: (failure: Failure) => void) => () => void;

export interface LiveMarket {
  /** Undefined until the first message, and while it is not followed. */
  readonly quote: Signal<Quote | undefined>;
  /** Whole seconds since the best prices last changed. */
  readonly ageSeconds: Signal<number | undefined>;
}

/** Rows that a finger or a wheel only passes by are not followed. */
const REST_MS = 250;
const PAINT_MS = 100;
const TICK_MS = 1_000;
/** Below the 500 channels of a connection: other parts of a page follow some too. */
const MOST_FOLLOWED = 300;

export class LiveQuotes {
  readonly #follow: Follow;
  readonly #budget: ChannelBudget;
  readonly #markets = new Map<string, LiveMarket>();
  readonly #seenCondition = new Set<string>();
  readonly #followed = new Map<string, () => void>();
  readonly #waiting = new Map<string, Message>();
  #settling: ReturnType<typeof setTimeout> | undefined;
  #painting: ReturnType<typeof setTimeout> | undefined;
  #ticking: ReturnType<typeof setInterval> | undefined;
  #isRunning = false;

  constructor(follow: Follow, budget: ChannelBudget) {
    this.#follow = follow;
    this.#budget = budget;
  }

  /** What is known of a market, by its service code. */
  market(code: string): LiveMarket {
    const known = this.#markets.get(code);
    if (known) return known;
    const made = { quote: signal<Quote | undefined>(undefined), ageSeconds: signal<number | undefined>(undefined) };
    this.#markets.set(code, made);
    return made;
  }

  /** Whether a row of the market is in view. */
  setInView(code: string, isInView: boolean): void {
    if (isInView) this.#seenCondition.add(code);
    else this.#seenCondition.delete(code);
    this.#settle(REST_MS);
  }

  /** Begins to follow; again after `stop`. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#ticking = setInterval(() => this.#tick(), TICK_MS);
    this.#settle(0);
  }

  /** Follows nothing, as while the page is not looked at. */
  stop(): void {
    this.#isRunning = false;
    clearTimeout(this.#settling);
    clearTimeout(this.#painting);
    clearInterval(this.#ticking);
    this.#painting = undefined;
    this.#waiting.clear();
    for (const code of this.#followed.keys()) this.#leave(code);
  }

  #settle(afterMs: number): void {
    if (!this.#isRunning) return;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#change(), afterMs);
  }

  /** Leaves what is out of view, and follows what came into it, as fast as the socket allows. */
  #change(): void {
    const left = [...this.#followed.keys()].filter((code) => !this.#seenCondition.has(code));
    const wanted = [...this.#seenCondition].filter((code) => !this.#followed.has(code));
    for (const code of left) {
      if (!this.#budget.spend(Date.now())) return this.#settle(TICK_MS);
      this.#leave(code);
    }
    for (const code of wanted) {
      if (this.#followed.size >= MOST_FOLLOWED) return;
      if (!this.#budget.spend(Date.now())) return this.#settle(TICK_MS);
      this.#enter(code);
    }
  }

  #enter(code: string): void {
    const { quote } = this.market(code);
    const heard = (message: Message): void => {
      this.#waiting.set(code, message);
      this.#painting ??= setTimeout(() => this.#paint(), PAINT_MS);
    };
    const refuse = (failure: Failure): void => {
      quote.value = { state: "refused", failure };
    };
    // The spread of a market with itself is its best ask and best bid in one channel.
    this.#followed.set(code, this.#follow(`spread/${code}+${code}`, heard, refuse));
  }

  #leave(code: string): void {
    this.#followed.get(code)?.();
    this.#followed.delete(code);
    this.#waiting.delete(code);
    // A price that is not followed is not shown when its row comes back.
    const { quote, ageSeconds } = this.market(code);
    quote.value = undefined;
    ageSeconds.value = undefined;
  }

  #paint(): void {
    this.#painting = undefined;
    const nowMs = Date.now();
    batch(() => {
      for (const [code, message] of this.#waiting) this.market(code).quote.value = quoteOf(message, nowMs);
      this.#waiting.clear();
      this.#tick();
    });
  }

  #tick(): void {
    const nowMs = Date.now();
    batch(() => {
      for (const code of this.#followed.keys()) {
        const { quote, ageSeconds } = this.market(code);
        const changedAtMs = quote.peek()?.changedAtMs;
        ageSeconds.value =
          changedAtMs === undefined ? undefined : Math.max(0, Math.floor((nowMs - changedAtMs) / 1_000));
      }
    });
  }
}
