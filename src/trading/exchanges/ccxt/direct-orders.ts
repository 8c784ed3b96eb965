/**
 * Sends new orders, and looks orders up, past the library, where the form of the exchange's requests is known here. The library's
 * work on a new order is a third of the time from the adapter to the socket; a process that takes over asks for each open order.
 * All that surrounds a request stays: its place in the rate budget, its terms, the exchange's clock and time limits.
 * Answers are read by the library.
 */
import type { KeyObject } from "node:crypto";
import type { Traces } from "../../../kit/traces/traces.ts";
import type { NewOrder } from "../port.ts";
import type { ExchangeCredentials } from "../store.ts";
import { binanceOrder, binanceQuery, isPlainOrder, signingKey, type Signing } from "./binance-order.ts";
import type { GateContext } from "./gate-context.ts";
import type { ExchangeGate } from "./gate.ts";
import type { CcxtExchange, CcxtOrder } from "./library.ts";
import { quirksOf } from "./quirks.ts";
import { recordRequest } from "./record-requests.ts";

const FORM = "application/x-www-form-urlencoded";

/** Where requests about orders of one instance of the library go. */
interface Line {
  readonly url: string;
  /** In units of the rate budget, of a new order and of a question for one. */
  readonly costs: Readonly<Record<Method, number>>;
  readonly key: KeyObject;
  readonly token: string;
}

type Method = "GET" | "POST";

interface DirectDeps {
  readonly exchange: CcxtExchange;
  readonly context: GateContext;
  readonly gate: ExchangeGate;
  readonly traces: Traces | undefined;
}

export class DirectOrders {
  readonly #exchange: CcxtExchange;
  readonly #context: GateContext;
  readonly #gate: ExchangeGate;
  readonly #traces: Traces | undefined;
  readonly #line: Line;

  private constructor({ exchange, context, gate, traces }: DirectDeps, line: Line) {
    this.#exchange = exchange;
    this.#context = context;
    this.#gate = gate;
    this.#traces = traces;
    this.#line = line;
  }

  /** Undefined where only the library can speak to the exchange, or sign with the key. */
  static of(deps: DirectDeps, credentials: ExchangeCredentials): DirectOrders | undefined {
    const { exchange } = deps;
    const line = quirksOf(exchange.id).ordersAsBinance === true ? lineOf(exchange, credentials) : undefined;
    return line && new DirectOrders(deps, line);
  }

  /** The exchange's answer to an order that fits its market, as the library reads it; undefined for an order of another kind. */
  place(order: NewOrder, symbol: string): Promise<CcxtOrder> | undefined {
    const marketId = isPlainOrder(order) ? this.#spotId(symbol) : undefined;
    if (marketId === undefined) return undefined;
    const { url, key, token } = this.#line;
    const headers = { "X-MBX-APIKEY": token, "Content-Type": FORM };
    return this.#ask("POST", symbol, () => {
      const receiveWindow = this.#gate.receiveWindowMs(this.#context.attempt);
      const body = binanceOrder(order, marketId, { key, timestamp: this.#exchange.nonce(), receiveWindow });
      return this.#exchange.fetch(url, "POST", headers, body);
    });
  }

  /**
   * The order with our id, as the library reads it; undefined where the library has to ask.
   *
   * @throws the library's OrderNotFound where the exchange has no such order
   */
  find(clientOrderId: string, symbol: string): Promise<CcxtOrder> | undefined {
    const marketId = this.#spotId(symbol);
    if (marketId === undefined) return undefined;
    const { url, key, token } = this.#line;
    return this.#ask("GET", symbol, () => {
      const signing: Signing = { key, timestamp: this.#exchange.nonce(), receiveWindow: this.#usualWindow() };
      const query = binanceQuery(clientOrderId, marketId, signing);
      return this.#exchange.fetch(`${url}?${query}`, "GET", { "X-MBX-APIKEY": token }, undefined);
    });
  }

  #spotId(symbol: string): string | undefined {
    const { type, id } = this.#exchange.market(symbol);
    return type === "spot" ? id : undefined;
  }

  #usualWindow(): number | undefined {
    const window = this.#exchange.options["recvWindow"];
    return typeof window === "number" ? window : undefined;
  }

  async #ask(method: Method, symbol: string, request: () => Promise<unknown>): Promise<CcxtOrder> {
    const exchange = this.#exchange;
    const ask = (): Promise<unknown> => this.#gate.ask(this.#context, this.#line.costs[method], request);
    const span = { exchange: exchange.id, method, path: "order" };
    const answer = await (this.#traces ? recordRequest(this.#traces, span, ask) : ask());
    // By this it tells a key that is banned for a time from one that was never valid.
    exchange.options["hasAlreadyAuthenticatedSuccessfully"] = true;
    return exchange.parseOrder(answer, exchange.market(symbol));
  }
}

function lineOf({ urls, api }: CcxtExchange, { token, secret }: ExchangeCredentials): Line | undefined {
  const key = signingKey(secret);
  const base = member(urls, "api", "private");
  const [GET, POST] = ["get", "post"].map((method) => Number(member(api, "private", method, "order", "cost")));
  if (!key || typeof base !== "string" || !isCost(GET) || !isCost(POST)) return undefined;
  return { url: `${base}/order`, costs: { GET, POST }, key, token };
}

function isCost(cost: number | undefined): cost is number {
  return Number.isFinite(cost);
}

function member(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => (found as Readonly<Record<string, unknown>> | undefined)?.[name], value);
}
