/** Follows the orders and fills of one key over the library's websockets. */
import { backOffMs } from "../../../kit/time/back-off.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import type { OrderSink } from "../port.ts";
import type { AccountDeps } from "./account.ts";
import type { CcxtExchange } from "./library.ts";
import type { PrivateInstance } from "./private-instances.ts";
import { errorFacts } from "./error-facts.ts";
import { Greetings } from "./greetings.ts";
import { streamedFillOf, streamedReportOf } from "./orders.ts";
import { quirksOf } from "./quirks.ts";
import { sleepQuietly, startBackOff } from "./waiting.ts";

/** How often it is looked whether a connection is up: at first, and after that time. */
const LOOK_MS = 25;
const QUICK_MS = 10_000;
const SLOW_LOOK_MS = 1_000;
/** Connections that are not up after this long were greeted in vain, and are ended. */
const GREETED_MS = 30_000;
/** An order is reported within this time. A stream that has told nothing since is opened again, and then later and later. */
const REPORTED_MS = 30_000;
const LONGEST_REPORTED_MS = HOUR_MS;
const REPORTED_LOOK_MS = 5_000;

type Followed = "watchOrders" | "watchMyTrades";

/** What is followed of a key. Trades only where they come with the fees that are booked: the reports of orders tell of the others. */
export function followedAt(code: string, { has }: Pick<CcxtExchange, "has">): readonly Followed[] {
  const tellsTrades = has["watchMyTrades"] === true && quirksOf(code).streamedFees !== false;
  return tellsTrades ? ["watchOrders", "watchMyTrades"] : ["watchOrders"];
}

export class AccountStream {
  readonly #deps: AccountDeps;
  readonly #instance: PrivateInstance;
  readonly #sink: OrderSink;
  readonly #stopped = new AbortController();
  readonly #running: readonly Promise<void>[];
  /** The followed parts, and which of them are being listened for. */
  readonly #followed: readonly Followed[];
  readonly #up = new Set<Followed>();
  readonly #greetings = new Greetings();
  #isAnnouncing = false;
  /** When a word of an order last came, by our clock. */
  #toldMs = 0;
  /** When an order was placed that the stream has not reported yet. */
  #owedMs: number | undefined;
  #patienceMs = REPORTED_MS;

  constructor(deps: AccountDeps, instance: PrivateInstance, sink: OrderSink) {
    this.#deps = deps;
    this.#instance = instance;
    this.#sink = sink;
    const { exchange } = instance;
    const known = (): { nowMs: number } => ({ nowMs: deps.gate.nowMs() });
    const takeOrders = async (): Promise<void> => {
      const orders = await exchange.watchOrders();
      this.#told();
      for (const order of orders) {
        if (this.#isStopped) return;
        const report = streamedReportOf(order, deps.catalog, { code: deps.code, ...known() });
        if (report) sink.order(report);
        else sink.resynced();
      }
    };
    const takeFills = async (): Promise<void> => {
      for (const trade of await exchange.watchMyTrades()) {
        if (!this.#isStopped) sink.fill(streamedFillOf(trade, deps.catalog, { code: deps.code, ...known() }));
      }
    };
    this.#followed = followedAt(deps.code, exchange);
    deps.clock.every(REPORTED_LOOK_MS, () => this.#checkOwed(), this.#stopped.signal);
    this.#running = this.#followed.map((what) => this.#follow(what, what === "watchOrders" ? takeOrders : takeFills));
  }

  /**
   * An order was placed with the key, and the exchange has answered: its stream reports the order too.
   *
   * @param sinceMs when it was not placed yet, by our clock
   */
  placed(sinceMs: number): void {
    if (this.#toldMs < sinceMs) this.#owedMs ??= sinceMs;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#end(new this.#deps.errors.ExchangeClosedByUser("stopped"));
    await this.#instance.close();
    await Promise.all(this.#running);
  }

  get #isStopped(): boolean {
    return this.#stopped.signal.aborted;
  }

  /** Takes word after word. After each loss it is said that something may have been missed. */
  async #follow(what: Followed, next: () => Promise<void>): Promise<void> {
    const { clock, clockSync, log, prepare, random } = this.#deps;
    const { signal } = this.#stopped;
    for (let failed = 0; !signal.aborted;) {
      try {
        if (!this.#up.has(what)) {
          await prepare(this.#instance.exchange);
          await clockSync.refresh();
        }
        if (signal.aborted) return;
        const word = next();
        if (!this.#up.has(what)) {
          this.#up.add(what);
          void this.#announceWhenUp();
        }
        await word;
        failed = 0;
      } catch (error) {
        if (signal.aborted) return;
        this.#up.delete(what);
        failed++;
        const { message } = errorFacts(error, this.#instance.context.secrets);
        log.warn({ what, reason: message }, "an account's stream broke off; it is opened again");
        await sleepQuietly(clock, backOffMs(failed, startBackOff, random()), signal);
      }
    }
  }

  /**
   * Says that everything has to be looked up, once the connection is up: later reports will be received. Where a part of what is
   * followed fails before, the next try of that part says it.
   */
  async #announceWhenUp(): Promise<void> {
    if (this.#isAnnouncing) return;
    this.#isAnnouncing = true;
    const { clock, gate, errors } = this.#deps;
    const begunMs = gate.nowMs();
    while (!this.#isStopped && this.#isTried && !this.#isListening()) {
      const passedMs = gate.nowMs() - begunMs;
      if (passedMs >= GREETED_MS) this.#end(new errors.RequestTimeout("The greeting of a connection was not answered"));
      await sleepQuietly(clock, passedMs < QUICK_MS ? LOOK_MS : SLOW_LOOK_MS, this.#stopped.signal);
    }
    this.#isAnnouncing = false;
    if (this.#isStopped || !this.#isTried) return;
    this.#owedMs = undefined;
    this.#sink.resynced();
  }

  /** Everything that is followed was asked for. */
  get #isTried(): boolean {
    return this.#up.size === this.#followed.length;
  }

  #isListening(): boolean {
    return Object.values(this.#instance.exchange.clients).some((client) => this.#greetings.isAnswered(client));
  }

  #told(): void {
    this.#toldMs = this.#deps.gate.nowMs();
    this.#owedMs = undefined;
    this.#patienceMs = REPORTED_MS;
  }

  /** A subscription may be lost without a word of it: a quiet account looks the same, until an order is placed. */
  #checkOwed(): void {
    const { gate, errors } = this.#deps;
    if (this.#owedMs === undefined || gate.nowMs() - this.#owedMs < this.#patienceMs) return;
    this.#owedMs = undefined;
    this.#patienceMs = Math.min(LONGEST_REPORTED_MS, this.#patienceMs * 2);
    this.#end(new errors.RequestTimeout("The stream did not report an order that was placed"));
  }

  /** Ends its connections: what waits for words of them fails, and asks again. */
  #end(error: Error): void {
    for (const client of Object.values(this.#instance.exchange.clients)) {
      client.onError(error);
      client.connection?.terminate?.();
    }
  }
}
