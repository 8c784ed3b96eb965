/** The ccxt adapter, pointed at a loopback exchange that speaks Binance's protocol. */
import { systemRandom } from "../../src/kit/ids/ids.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import type { Log } from "../../src/kit/log/log.ts";
import type { ProxyRules } from "../../src/kit/outbound/proxy-rules.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import type { Clock } from "../../src/kit/time/clock.ts";
import type { Traces } from "../../src/kit/traces/traces.ts";
import type { KeptMarkets } from "../../src/trading/exchanges/ccxt/gone-markets.ts";
import { ccxtExchange } from "../../src/trading/exchanges/ccxt/exchange.ts";
import type { Exchange } from "../../src/trading/exchanges/port.ts";
import { startBinanceLoopback } from "./binance-loopback/loopback.ts";
import type { BinanceLoopback, LoopbackOptions } from "./binance-loopback/loopback.ts";
import { PATIENCE_MS } from "./wait-until.ts";

export interface CcxtWorld {
  readonly loopback: BinanceLoopback;
  readonly exchange: Exchange;
  /** Another adapter of the same exchange. */
  connect(options?: ConnectOptions): Promise<Exchange>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  readonly clock?: Clock;
  readonly log?: Log;
  /** Of a request; default as long as a hang. Shorter where a fault is that nothing is answered. */
  readonly timeoutMs?: number;
  /** Default 1000: tests of other things do not wait for the rate budget. */
  readonly unitsPerSecond?: number;
  readonly has?: Readonly<Record<string, boolean>>;
  readonly proxyRules?: ProxyRules;
  readonly traces?: Traces;
  /** Where markets with orders are kept; default nowhere. */
  readonly keptMarkets?: KeptMarkets;
  /** An exchange that speaks as Binance does; default `binance`. */
  readonly code?: string;
}

/** The time of a request in worlds whose clock runs ahead of the machine's. */
export const HASTY_TIMEOUT_MS = 2_000;

export const CREDENTIALS = { token: "loopbackKey0001", secret: "loopbackSecret0001" };

/** A loopback exchange with one rich customer, and the adapter connected to it. Close it. */
export async function ccxtWorld(options: LoopbackOptions & ConnectOptions = {}): Promise<CcxtWorld> {
  const { clock, log, timeoutMs, unitsPerSecond, has, ...rest } = options;
  const loopback = await startBinanceLoopback({
    accounts: [
      {
        apiKey: CREDENTIALS.token,
        secret: CREDENTIALS.secret,
        balances: { USDT: "1000000", BTC: "100", ETH: "1000" },
      },
    ],
    ...rest,
  });
  const opened: Exchange[] = [];
  const connect = async (given: ConnectOptions = {}): Promise<Exchange> => {
    const exchange = await ccxtAt(loopback.url, given);
    opened.push(exchange);
    return exchange;
  };
  return {
    loopback,
    connect,
    exchange: await connect({
      ...(clock && { clock }),
      ...(log && { log }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(unitsPerSecond !== undefined && { unitsPerSecond }),
      ...(has && { has }),
    }),
    async close() {
      await Promise.all(opened.map((exchange) => exchange.close()));
      await loopback.close();
    },
  };
}

/** The adapter of a loopback exchange at an address, whether or not one is there. Close it. */
export function ccxtAt(url: string, given: ConnectOptions = {}): Promise<Exchange> {
  return ccxtExchange(given.code ?? "binance", {
    clock: given.clock ?? systemClock(),
    log: given.log ?? silentLog(),
    random: systemRandom(),
    timeoutMs: given.timeoutMs ?? PATIENCE_MS,
    unitsPerSecond: given.unitsPerSecond ?? 1000,
    ...(given.has && { has: given.has }),
    proxyRules: given.proxyRules,
    traces: given.traces,
    ...(given.keptMarkets && { keptMarkets: given.keptMarkets }),
    address: url,
  });
}
