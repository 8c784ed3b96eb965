/** Follows the orders and fills of one key over the library's websockets. */
import { backOffMs } from "../../../kit/time/back-off.ts";
import type { OrderSink } from "../port.ts";
import type { AccountDeps } from "./account.ts";
import type { CcxtExchange } from "./library.ts";
import type { PrivateInstance } from "./private-instances.ts";
import { errorFacts } from "./error-facts.ts";
import { streamedFillOf, streamedReportOf } from "./orders.ts";
import { quirksOf } from "./quirks.ts";
import { sleepQuietly, startBackOff } from "./waiting.ts";

/** How often it is looked whether a connection is up, and for how long. */
const LOOK_MS = 25;
const MAX_LOOKS = 400;
/** What a connection waits for during its greetings. */
const GREETING = /^(?:\d+$|authenticat)/;

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
  #announcing: Promise<void> | undefined;

  constructor(deps: AccountDeps, instance: PrivateInstance, sink: OrderSink) {
    this.#deps = deps;
    this.#instance = instance;
    this.#sink = sink;
    const { exchange } = instance;
    const known = (): { nowMs: number } => ({ nowMs: deps.gate.nowMs() });
    const takeOrders = async (): Promise<void> => {
      for (const order of await exchange.watchOrders()) {
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
    this.#running = this.#followed.map((what) => this.#follow(what, what === "watchOrders" ? takeOrders : takeFills));
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    const { exchange } = this.#instance;
    for (const client of Object.values(exchange.clients)) {
      client.onError(new this.#deps.errors.ExchangeClosedByUser("stopped"));
      client.connection?.terminate?.();
    }
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
        if (!this.#up.has(what)) void this.#announce();
        this.#up.add(what);
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

  /** Says that everything has to be looked up, once the connection is up: later reports will be received. */
  async #announce(): Promise<void> {
    this.#announcing ??= this.#announceWhenUp().finally(() => {
      this.#announcing = undefined;
    });
    await this.#announcing;
  }

  async #announceWhenUp(): Promise<void> {
    for (let look = 0; look < MAX_LOOKS && !this.#isStopped && !this.#isListening(); look++) {
      await sleepQuietly(this.#deps.clock, LOOK_MS, this.#stopped.signal);
    }
    if (!this.#isStopped && this.#isListening()) this.#sink.resynced();
  }

  #isListening(): boolean {
    if (this.#up.size < this.#followed.length) return false;
    return Object.values(this.#instance.exchange.clients).some(({ isConnected, futures }) => {
      const awaited = Object.keys(futures);
      return isConnected === true && awaited.length > 0 && awaited.every((hash) => !GREETING.test(hash));
    });
  }
}
