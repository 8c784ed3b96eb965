/**
 * Sends a new order past the library, where the form of the exchange's request is known here. The library's work on one is a
 * third of the time from the adapter to the socket. All that surrounds an order stays: its place in the rate budget,
 * its terms, the exchange's clock and time limits. The answer is read by the library.
 */
import type { KeyObject } from "node:crypto";
import type { Traces } from "../../../kit/traces/traces.ts";
import type { NewOrder } from "../port.ts";
import type { ExchangeCredentials } from "../store.ts";
import { binanceOrder, isPlainOrder, signingKey } from "./binance-order.ts";
import type { GateContext } from "./gate-context.ts";
import type { ExchangeGate } from "./gate.ts";
import type { CcxtExchange, CcxtOrder } from "./library.ts";
import { quirksOf } from "./quirks.ts";
import { recordRequest } from "./record-requests.ts";

const FORM = "application/x-www-form-urlencoded";

/** Where orders of one instance of the library go. */
interface Line {
  readonly url: string;
  /** In units of the rate budget. */
  readonly cost: number;
  readonly key: KeyObject;
  readonly headers: Readonly<Record<string, string>>;
}

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
    const market = isPlainOrder(order) ? this.#exchange.market(symbol) : undefined;
    return market?.type === "spot" ? this.#place(order, market.id, symbol) : undefined;
  }

  async #place(order: NewOrder, marketId: string, symbol: string): Promise<CcxtOrder> {
    const { url, cost, key, headers } = this.#line;
    const exchange = this.#exchange;
    const ask = (): Promise<unknown> =>
      this.#gate.ask(this.#context, cost, () => {
        const receiveWindow = this.#gate.receiveWindowMs(this.#context.attempt);
        const body = binanceOrder(order, marketId, { key, timestamp: exchange.nonce(), receiveWindow });
        return exchange.fetch(url, "POST", headers, body);
      });
    const span = { exchange: exchange.id, method: "POST", path: "order" };
    const answer = await (this.#traces ? recordRequest(this.#traces, span, ask) : ask());
    // By this it tells a key that is banned for a time from one that was never valid.
    exchange.options["hasAlreadyAuthenticatedSuccessfully"] = true;
    return exchange.parseOrder(answer, exchange.market(symbol));
  }
}

function lineOf({ urls, api }: CcxtExchange, { token, secret }: ExchangeCredentials): Line | undefined {
  const key = signingKey(secret);
  const base = member(urls, "api", "private");
  const cost = Number(member(api, "private", "post", "order", "cost"));
  if (!key || typeof base !== "string" || !Number.isFinite(cost)) return undefined;
  return { url: `${base}/order`, cost, key, headers: { "X-MBX-APIKEY": token, "Content-Type": FORM } };
}

function member(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => (found as Readonly<Record<string, unknown>> | undefined)?.[name], value);
}
