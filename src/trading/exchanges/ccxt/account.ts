/**
 * One customer's side of a live exchange. Requests of a key leave one after the other. A request that may have created an
 * order is never sent again here, whatever happened to it.
 */
import type { Clock } from "../../../kit/time/clock.ts";
import type { Log } from "../../../kit/log/log.ts";
import { ExchangeFailure } from "../core/failure.ts";
import type { FillRange } from "../core/fill-range.ts";
import type {
  AccountType,
  Balance,
  Capabilities,
  ExchangeAccount,
  Fill,
  KeyPermissions,
  NewOrder,
  OrderRef,
  OrderReport,
  OrderSink,
  SendTerms,
} from "../port.ts";
import type { ExchangeCredentials } from "../store.ts";
import { AccountStream } from "./account-stream.ts";
import { cancelOrder } from "./cancel-order.ts";
import type { MarketCatalog } from "./catalog.ts";
import type { ClockSync } from "./clock-sync.ts";
import { NO_SECRETS, errorClasses, errorFacts } from "./error-facts.ts";
import { asFailure, unavailableIfWithheld } from "./failing.ts";
import { askPage, fillPagesOf, listTrades, type AskPage } from "./fill-pages.ts";
import { newAttempt, secretsOf, type Attempt } from "./gate-context.ts";
import type { ExchangeGate } from "./gate.ts";
import { readPermissions } from "./key-permissions.ts";
import type { CcxtErrors, CcxtExchange } from "./library.ts";
import { findOrder, listClosedOrders } from "./lookups.ts";
import { readOpenOrders, type AskOpenOrders } from "./open-order-pages.ts";
import { balancesOf, fillOf, reportOf } from "./orders.ts";
import { checkOrder, placeOrder } from "./place-order.ts";
import { PrivateInstances } from "./private-instances.ts";
import type { PrivateInstance } from "./private-instances.ts";
import type { Lane, SenderQueue } from "./sender-queue.ts";
import { CHANGE, LOOKUP, ORDER_LOOKUP, type Sending } from "./sending.ts";

export interface AccountDeps {
  readonly code: string;
  readonly has: Capabilities;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly gate: ExchangeGate;
  readonly catalog: MarketCatalog;
  readonly clockSync: ClockSync;
  readonly errors: CcxtErrors;
  /** Before its first connection is opened. */
  readonly prepare: (exchange: CcxtExchange) => Promise<void>;
  /** A fresh instance of the library with a key, sharing the markets. */
  readonly makePrivate: (credentials: ExchangeCredentials) => PrivateInstance;
  /** The same for those that ask and never stream, any number with one key. */
  readonly asking: (credentials: ExchangeCredentials) => () => PrivateInstance;
  /** The one queue of a key, however many accounts were opened with it. */
  readonly queueOf: (token: string) => SenderQueue;
}

type Request<T> = (exchange: CcxtExchange, instance: PrivateInstance) => Promise<T>;

export class CcxtAccount implements ExchangeAccount {
  readonly #deps: AccountDeps;
  readonly #credentials: ExchangeCredentials;
  readonly #instances: PrivateInstances;
  readonly #queue: SenderQueue;
  readonly #streams = new Set<AccountStream>();
  /** Called when it is closed. */
  onEnd: () => void = () => {};

  constructor(deps: AccountDeps, credentials: ExchangeCredentials) {
    this.#deps = deps;
    this.#credentials = credentials;
    this.#instances = new PrivateInstances(deps.asking(credentials));
    this.#queue = deps.queueOf(credentials.token);
  }

  async place(order: NewOrder, terms?: SendTerms): Promise<OrderReport> {
    await this.#ready();
    const { catalog, code, has, gate } = this.#deps;
    const market = catalog.forOrder(order.marketId);
    checkOrder(order, market, { code, has });
    const sinceMs = gate.nowMs();
    try {
      const report = await this.#send({ ...CHANGE, terms }, (_, instance) =>
        placeOrder(instance, order, market, gate.nowMs()),
      );
      for (const stream of this.#streams) stream.placed(sinceMs);
      return report;
    } catch (error) {
      if (error instanceof ExchangeFailure) catalog.suspect(error.reason);
      throw error;
    }
  }

  async cancel(order: OrderRef): Promise<OrderReport> {
    await this.#ready();
    return await cancelOrder(order, {
      ...this.#deps,
      find: () => this.find(order),
      send: (request) => this.#send({ intent: "change", lane: "cancel", urgent: true }, request),
    });
  }

  async amend(order: OrderRef, change: { readonly price?: string; readonly amount?: string }): Promise<OrderReport> {
    const { has, catalog, code } = this.#deps;
    if (!has.amend) throw new ExchangeFailure("rejected", "unsupported", `Orders cannot be changed at ${code}`);
    await this.#ready();
    const { id, symbol } = catalog.market(order.marketId);
    const present = await this.find(order);
    if (!present) throw new ExchangeFailure("rejected", "unknownOrder", "There is no such order");
    const type = present.type === "market" || present.type === "stop" ? "market" : "limit";
    await this.#send(CHANGE, (exchange) =>
      exchange.editOrder(
        present.exchangeOrderId,
        symbol,
        type,
        present.side,
        change.amount ?? present.amount,
        change.price ?? present.price,
        {},
      ),
    );
    const changed = await this.find({ ...order, marketId: id });
    if (!changed) throw new ExchangeFailure("unknown", "other", "The changed order cannot be found");
    return changed;
  }

  async find(order: OrderRef): Promise<OrderReport | undefined> {
    await this.#ready();
    const { code, catalog, gate } = this.#deps;
    // An order that may exist is looked up before all that can wait. After a restart these are many: they have their own
    // places, so that they hold up neither cancels nor orders.
    const found = await this.#send({ intent: "read", lane: "find", urgent: true }, (_, instance) =>
      findOrder(instance, order, catalog.market(order.marketId), code),
    );
    return found && reportOf(found, catalog, { ...order, nowMs: gate.nowMs() });
  }

  async openOrders(marketId?: string): Promise<readonly OrderReport[]> {
    await this.#ready();
    const ask: AskOpenOrders = (symbol, params) =>
      this.#send(ORDER_LOOKUP, (exchange) => exchange.fetchOpenOrders(symbol, undefined, undefined, params));
    return await readOpenOrders(ask, marketId, { ...this.#deps, nowMs: this.#deps.gate.nowMs() });
  }

  async closedOrders(
    marketId: string,
    range: { readonly sinceMs?: number; readonly limit: number },
  ): Promise<readonly OrderReport[]> {
    await this.#ready();
    const { catalog, gate } = this.#deps;
    const { symbol } = catalog.market(marketId);
    const orders = await this.#send(ORDER_LOOKUP, (exchange) => listClosedOrders(exchange, symbol, range));
    return orders
      .map((order) => reportOf(order, catalog, { marketId, nowMs: gate.nowMs() }))
      .filter(({ state }) => state !== "open")
      .sort((a, b) => b.createdMs - a.createdMs)
      .slice(0, range.limit);
  }

  async fills(marketId: string, range: FillRange): Promise<readonly Fill[]> {
    await this.#ready();
    const { catalog, gate, code } = this.#deps;
    const { symbol } = catalog.market(marketId);
    const known = { marketId, nowMs: gate.nowMs() };
    const pages = fillPagesOf(code, symbol);
    // Each page takes its own turn: cancels go between them.
    const ask: AskPage = (...page) => this.#send(ORDER_LOOKUP, (exchange) => askPage(exchange, pages, page));
    const trades = await listTrades(ask, symbol, range, { pages, nowMs: known.nowMs });
    return trades.map((trade) => fillOf(trade, catalog, known));
  }

  async balances(accountType?: AccountType): Promise<readonly Balance[]> {
    await this.#ready();
    const params = accountType === undefined ? {} : { type: accountType };
    return balancesOf(await this.#send(LOOKUP, (exchange) => exchange.fetchBalance(params)));
  }

  async setLeverage(marketId: string, leverage: number): Promise<void> {
    const { has, catalog, code } = this.#deps;
    if (!has.leverage) throw new ExchangeFailure("rejected", "unsupported", `Leverage cannot be set at ${code}`);
    await this.#ready();
    const { symbol } = catalog.market(marketId);
    await this.#send(CHANGE, (exchange) => exchange.setLeverage(leverage, symbol));
  }

  async permissions(): Promise<KeyPermissions> {
    await this.#ready();
    // An instance that a key has worked on takes its refusal for a protection against floods.
    const fresh = this.#deps.makePrivate(this.#credentials);
    try {
      return await this.#send(LOOKUP, () => readPermissions(fresh.exchange, this.#deps.code));
    } finally {
      await fresh.close();
    }
  }

  async watch(sink: OrderSink): Promise<{ stop(): Promise<void> }> {
    const { has, code, makePrivate } = this.#deps;
    if (!has.orderStream) throw new ExchangeFailure("rejected", "unsupported", `${code} does not push orders`);
    await this.#ready();
    const stream = new AccountStream(this.#deps, makePrivate(this.#credentials), sink);
    this.#streams.add(stream);
    return {
      stop: async () => {
        this.#streams.delete(stream);
        await stream.stop();
      },
    };
  }

  async close(): Promise<void> {
    this.onEnd();
    await this.end();
  }

  /** Ends its streams and connections. */
  async end(): Promise<void> {
    await Promise.all([...this.#streams].map((stream) => stream.stop()));
    this.#streams.clear();
    await this.#instances.close();
  }

  async #ready(): Promise<void> {
    try {
      await this.#deps.catalog.ensure();
    } catch (error) {
      throw asFailure(error, { secrets: secretsOf(this.#credentials) });
    }
  }

  /** Sends a request when its turn has come; once more when it was refused for its time. */
  async #send<T>(sending: Sending, request: Request<T>): Promise<T> {
    if (!this.#queue.hasRoom(sending.lane)) {
      throw new ExchangeFailure("unavailable", "rateLimited", "Too many requests of this key are waiting");
    }
    return await this.#queue.run(sending.lane, () =>
      this.#instances.using((instance) => this.#sendBy(instance, sending, request)),
    );
  }

  async #sendBy<T>(
    instance: PrivateInstance,
    { intent, lane, terms, urgent = false }: Sending,
    request: Request<T>,
  ): Promise<T> {
    const { exchange, context } = instance;
    const attempt = newAttempt(terms);
    context.attempt = attempt;
    context.urgent = urgent;
    try {
      await this.#checkClock(lane, lane === "order" && intent === "change");
      return await this.#repeatedOnce(attempt, () => request(exchange, instance));
    } catch (error) {
      throw asFailure(error, { intent, wasSent: () => attempt.wasSent, secrets: context.secrets });
    } finally {
      attempt.isOver = true;
    }
  }

  /** New orders need a clock that is known. A cancel with a wrong time is refused at worst. */
  async #checkClock(lane: Lane, isOrder: boolean): Promise<void> {
    const { clockSync } = this.#deps;
    try {
      const refreshed = clockSync.refresh();
      if (lane !== "cancel") await refreshed;
      else refreshed.catch(() => {});
    } catch (error) {
      const { message: reason } = errorFacts(error, NO_SECRETS);
      this.#deps.log.warn({ reason }, "an exchange's clock could not be measured");
    }
    const { problem } = clockSync;
    if (isOrder && problem !== undefined) {
      throw new ExchangeFailure("unavailable", "clock", `Nothing is sent: ${problem}`);
    }
  }

  /** A request that was refused for its time did not happen: it may be sent again, whatever it is. */
  async #repeatedOnce<T>(attempt: Attempt, request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      if (!errorClasses(error).includes("InvalidNonce") || errorClasses(error).includes("ChecksumError")) throw error;
      await this.#deps.clockSync.measure();
      attempt.wasSent = false;
      return await unavailableIfWithheld(request);
    }
  }
}
