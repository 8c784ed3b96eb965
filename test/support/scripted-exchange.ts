/** An exchange that answers exactly what a test says. */
import type { Exchange, ExchangeKind, ExchangeHealth, Market, MarketSink } from "../../src/trading/exchanges/index.ts";

/** It can only follow a market: a test that needs more has the wrong exchange. */
export class ScriptedExchange implements Exchange {
  readonly code: string;
  readonly name: string;
  readonly kind: ExchangeKind;
  listed: readonly Market[];
  /** Calls that fail from now on. */
  readonly failing = new Set<"markets" | "ping">();
  /** Pairs that are watched; undefined when nothing is. */
  watched: readonly string[] | undefined;
  pingMs = 10;
  /** Its report about itself when it is asked. */
  wellbeing: ExchangeHealth = { state: "ok", reason: "", sinceMs: 0 };
  readCount = 0;
  #sink: MarketSink | undefined;
  has: Exchange["has"] = {
    orderTypes: [],
    timeInForce: [],
    postOnly: false,
    amend: false,
    cancelAll: false,
    clientOrderIds: false,
    orderStream: false,
    tradeStream: true,
    candleIntervals: [],
    maxDepth: 100,
    accountTypes: ["spot"],
    leverage: false,
  };

  constructor(code: string, listed: readonly Market[], kind: ExchangeKind = "simulated") {
    this.kind = kind;
    this.code = code;
    this.name = kind === "live" ? code : `${code} (${kind})`;
    this.listed = listed;
  }

  /** Its reports to a watcher. */
  get says(): MarketSink {
    if (!this.#sink) throw new Error("the exchange has no watcher");
    return this.#sink;
  }

  async markets(): Promise<readonly Market[]> {
    this.readCount++;
    await Promise.resolve();
    if (this.failing.has("markets")) throw new Error("no answer");
    return this.listed;
  }

  watch(marketIds: readonly string[], sink: MarketSink) {
    this.#sink = sink;
    this.watched = marketIds;
    return {
      replace: (ids: readonly string[]) => void (this.watched = ids),
      stop: () => {
        this.watched = undefined;
        this.#sink = undefined;
        return Promise.resolve();
      },
    };
  }

  health(): ExchangeHealth {
    return this.wellbeing;
  }

  ping(): Promise<number> {
    return this.failing.has("ping") ? Promise.reject(new Error("no answer")) : Promise.resolve(this.pingMs);
  }

  book = never;
  trades = never;
  candles: Exchange["candles"] = never;

  account(): never {
    throw new Error("it has no accounts");
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function never(): Promise<never> {
  return Promise.reject(new Error("it is not asked for this"));
}

/** A spot market such as `BTC/USDT`. */
export function marketOf(symbol: string, more: Partial<Market> = {}): Market {
  const [base = "", quote = ""] = symbol.split("/");
  return {
    id: `${base}${quote}`.toLowerCase(),
    symbol,
    base,
    quote,
    type: "spot",
    isActive: true,
    tickSize: "0.01",
    stepSize: "0.0001",
    minAmount: "0.0001",
    minNotional: "5",
    makerFee: 0.001,
    takerFee: 0.001,
    contractSize: "1",
    ...more,
  };
}

/** A book of one level on each side. */
export function bookOf(bid: number, ask: number, { quantity = 1, sequence = 0, atMs = 0 } = {}) {
  return { bids: [bid, quantity], asks: [ask, quantity], sequence, atMs };
}
