/**
 * The exchange of the adapter's benchmark, in another process, so that its cost does not count. It speaks Binance's
 * protocol, its books are as deep as those of real exchanges, and its markets change as often as ordered.
 */
import { ONE, parseAmount } from "../../src/kit/money/amount.ts";
import {
  startBinanceLoopback,
  type BinanceLoopback,
  type NewLoopbackAccount,
} from "../../test/support/binance-loopback/loopback.ts";
import { manyMarkets } from "../../test/support/binance-loopback/seeded-markets.ts";

export interface VenueOrder {
  /** Opens it with this many markets; answered with its address. */
  readonly markets?: number;
  /** Messages about books in a second from now on; 0 for none. */
  readonly perSecond?: number;
  /** Customers from now on. */
  readonly accounts?: readonly NewLoopbackAccount[];
}

/** Levels on each side that never change. */
const DEEP_LEVELS = 500;
/** Whole books may be asked for as often as one likes. */
const NO_LIMIT = 1_000_000_000;
const MARKETS_PER_STEP = 5;
const TICK_MS = 4;

/** Does what its parent orders, until that ends it. */
export function serveVenue(): void {
  let loopback: BinanceLoopback | undefined;
  let timer: NodeJS.Timeout | undefined;
  const take = async ({ markets, perSecond, accounts = [] }: VenueOrder): Promise<string> => {
    if (markets !== undefined) {
      loopback = await startBinanceLoopback({
        markets: manyMarkets(markets),
        house: { marketsPerStep: MARKETS_PER_STEP },
        limits: { weight: NO_LIMIT, orders: NO_LIMIT },
        flushEveryMs: 0,
      });
      deepen(loopback);
    }
    for (const account of accounts) loopback?.addAccount(account);
    clearInterval(timer);
    if (loopback && perSecond) timer = trading(loopback, perSecond / MARKETS_PER_STEP);
    return loopback?.url ?? "";
  };
  process.on("message", (order: VenueOrder) => void take(order).then((url) => process.send?.(url)));
}

/** Messages that are late by more than this are left out: sent at once they would be a burst that no exchange sends. */
const MOST_BEHIND_MS = 40;

/** Slightly late messages are sent at once. */
function trading({ world }: BinanceLoopback, stepsPerSecond: number): NodeJS.Timeout {
  let doneMs = performance.now();
  return setInterval(() => {
    doneMs = Math.max(doneMs, performance.now() - MOST_BEHIND_MS);
    const due = Math.floor(((performance.now() - doneMs) / 1000) * stepsPerSecond);
    world.trade(due);
    doneMs += (due / stepsPerSecond) * 1000;
  }, TICK_MS);
}

function deepen({ apply, markets, nowMs, flush }: BinanceLoopback): void {
  const account = "deep";
  for (const currency of new Set(markets.flatMap(({ base, quote }) => [base, quote]))) {
    apply({ kind: "deposit", account, currency, amount: 10n ** 15n * ONE });
  }
  for (const { id, tickSize, startPrice, stepSize, minNotional } of markets) {
    const tick = parseAmount(tickSize);
    const middle = parseAmount(startPrice) / tick;
    const step = parseAmount(stepSize);
    const amount = ((parseAmount(minNotional) * 10n * ONE) / parseAmount(startPrice) / step + 1n) * step;
    for (let level = 1n; level <= BigInt(DEEP_LEVELS); level++) {
      // From 1 % away from the middle to 6 %.
      const away = middle / 100n + (middle * level) / 10_000n;
      for (const side of ["buy", "sell"] as const) {
        const price = (side === "buy" ? middle - away : middle + away) * tick;
        const order = { account, marketId: id, clientOrderId: "", side, amount, price, atMs: nowMs() };
        apply({ kind: "place", type: "limit", timeInForce: "GTC", postOnly: true, ...order });
      }
    }
  }
  flush();
}
