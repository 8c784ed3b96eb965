/** How fast orders are matched: the engine of the simulated venues beside the npm package `nodejs-order-book`. */
import { OrderBook, OrderType, Side as BookSide } from "nodejs-order-book";
import type { CreateOrderOptions } from "nodejs-order-book";
import type { Market } from "../../src/trading/exchanges/index.ts";
import type { Command } from "../../src/trading/simulation/core/commands.ts";
import { createMatching } from "../../src/trading/simulation/core/matching-engine.ts";
import { seededNumbers, type SeededNumbers } from "../../src/trading/simulation/core/seeded-numbers.ts";

export interface MatchingSpeed {
  readonly commandsPerSecond: number;
  readonly otherPerSecond: number;
  /** Trades that the commands made, as a check that both did the same work. */
  readonly trades: number;
  readonly otherTrades: number;
}

/** One command in the words of both. */
interface Step {
  readonly ours: Command;
  readonly other: { readonly order?: CreateOrderOptions; readonly cancel?: string };
}

const ONE = 100_000_000n;
const MARKET: Market = {
  id: "btcusdt",
  symbol: "BTC/USDT",
  base: "BTC",
  quote: "USDT",
  type: "spot",
  isActive: true,
  tickSize: "1",
  stepSize: "1",
  minAmount: "1",
  minNotional: "1",
  makerFee: 0.001,
  takerFee: 0.001,
  contractSize: "1",
};

/**
 * Gives both the same commands (limit orders around a wandering price, cancels, market orders), in turns, and takes
 * the best round of each. Ours keeps balances and fees and tells every change of a level; the other does not.
 */
export function measureMatching(commands = 200_000, rounds = 5): MatchingSpeed {
  const steps = makeSteps(commands);
  let best = Infinity;
  let otherBest = Infinity;
  let trades = 0;
  let otherTrades = 0;
  for (let round = 0; round < rounds; round++) {
    const ours = runOurs(steps);
    const other = runOther(steps);
    best = Math.min(best, ours.ms);
    otherBest = Math.min(otherBest, other.ms);
    trades = ours.trades;
    otherTrades = other.trades;
  }
  return {
    commandsPerSecond: (commands / best) * 1000,
    otherPerSecond: (commands / otherBest) * 1000,
    trades,
    otherTrades,
  };
}

function runOurs(steps: readonly Step[]): { ms: number; trades: number } {
  const matching = createMatching([MARKET]);
  for (const account of ["buyer", "seller"]) {
    for (const currency of ["BTC", "USDT"]) {
      matching.apply({ kind: "deposit", account, currency, amount: ONE * 10n ** 15n });
    }
  }
  let trades = 0;
  const startedAt = performance.now();
  for (const { ours } of steps) {
    for (const event of matching.apply(ours)) if (event.kind === "trade") trades++;
  }
  return { ms: performance.now() - startedAt, trades };
}

function runOther(steps: readonly Step[]): { ms: number; trades: number } {
  const book = new OrderBook();
  let trades = 0;
  const startedAt = performance.now();
  for (const { other } of steps) {
    if (other.cancel !== undefined) book.cancel(other.cancel);
    else if (other.order) {
      const { done, partial, partialQuantityProcessed } = book.createOrder(other.order);
      trades += done.length + (partial && partialQuantityProcessed > 0 ? 1 : 0);
    }
  }
  return { ms: performance.now() - startedAt, trades };
}

function makeSteps(count: number): Step[] {
  const random = seededNumbers(1);
  const steps: Step[] = [];
  const placed: string[] = [];
  let middle = 10_000;
  for (let index = 0; index < count; index++) {
    if (random.next() < 0.01) middle += random.below(2) === 0 ? -1 : 1;
    const kind = random.next();
    const known = placed.length === 0 ? undefined : placed[Math.max(0, placed.length - 1 - random.below(2000))];
    if (kind < 0.35 && known !== undefined) {
      const ours: Command = {
        kind: "cancel",
        account: known.startsWith("b") ? "buyer" : "seller",
        marketId: MARKET.id,
        order: { clientOrderId: known },
        atMs: index,
      };
      steps.push({ ours, other: { cancel: known } });
    } else steps.push(orderStep(random, index, middle, kind < 0.9, placed));
  }
  return steps;
}

function orderStep(random: SeededNumbers, index: number, middle: number, isLimit: boolean, placed: string[]): Step {
  const side = random.below(2) === 0 ? "buy" : "sell";
  const id = `${side}${index}`;
  const size = 1 + random.below(50);
  // Mostly away from the middle, sometimes across it.
  const away = Math.floor(random.next() ** 2 * 60) - 3;
  const price = side === "buy" ? middle - away : middle + away;
  const common = {
    kind: "place",
    account: side === "buy" ? "buyer" : "seller",
    marketId: MARKET.id,
    clientOrderId: id,
    side,
    amount: BigInt(size) * ONE,
    timeInForce: "GTC",
    postOnly: false,
    atMs: index,
  } as const;
  const bookSide = side === "buy" ? BookSide.BUY : BookSide.SELL;
  if (!isLimit) {
    return {
      ours: { ...common, type: "market" },
      other: { order: { type: OrderType.MARKET, side: bookSide, size } },
    };
  }
  placed.push(id);
  return {
    ours: { ...common, type: "limit", price: BigInt(price) * ONE },
    other: { order: { type: OrderType.LIMIT, id, side: bookSide, size, price } },
  };
}
