/** Commands for a matching engine as a crowd would send them, good and bad, the same for the same seed. */
import type { Market } from "../../src/trading/exchanges/index.ts";
import type { Command, EngineOrder, Matching, OrderKey } from "../../src/trading/simulation/core/commands.ts";
import type { SeededNumbers } from "../../src/trading/simulation/core/seeded-numbers.ts";

const ONE = 100_000_000n;
const ACCOUNTS = ["ann", "bob", "cid", "dot"];

/** Three markets that share currencies: exact, with rounding and a rebate, and closed. */
export const COMMAND_MARKETS: readonly Market[] = [
  market("btcusdt", "BTC", "USDT", { makerFee: 0.001, takerFee: 0.002 }),
  market("ethbtc", "ETH", "BTC", {
    tickSize: "0.0000003",
    stepSize: "0.00007",
    minAmount: "0.00021",
    minNotional: "0.000001",
    makerFee: -0.0003,
    takerFee: 0.0007,
  }),
  market("xrpusdt", "XRP", "USDT", { isActive: false }),
];

/** Every account's first deposits. */
export function firstDeposits(): Command[] {
  const amounts = { BTC: 3n * ONE, USDT: 30n * ONE, ETH: ONE / 50n };
  return ACCOUNTS.flatMap((account) =>
    Object.entries(amounts).map(([currency, amount]): Command => {
      return { kind: "deposit", account, currency, amount };
    }),
  );
}

/**
 * The `index`-th command. Prices stay within a few ticks, so that orders meet; what is canceled or amended is mostly
 * open in `matching`.
 */
export function randomCommand(random: SeededNumbers, index: number, matching: Matching): Command {
  const account = pick(random, ACCOUNTS);
  const isClosed = random.next() < 0.002;
  const { id: marketId, ...rules } = pick(random, isClosed ? COMMAND_MARKETS : COMMAND_MARKETS.slice(0, 2));
  const tick = units(rules.tickSize);
  const step = units(rules.stepSize);
  const price = (100n + BigInt(Math.round(random.normal() * 4))) * tick * (marketId === "ethbtc" ? 40n : 1n);
  const amount = BigInt(1 + random.below(60)) * step;
  const atMs = 1000 + index * 3;
  const kind = random.next();
  if (kind < 0.01) {
    const currency = pick(random, ["BTC", "USDT", "ETH"]);
    return { kind: "deposit", account, currency, amount: BigInt(random.below(9)) * (ONE / 100n) };
  }
  const open = matching.openOrders(account, marketId);
  const order = random.next() < 0.05 ? someKey(random, index) : keyOf(random, open);
  if (kind < 0.2 && order) return { kind: "cancel", account, marketId, order, atMs };
  if (kind < 0.4 && order) {
    const change = { ...(random.next() < 0.5 ? { price } : {}), ...(random.next() < 0.7 ? { amount } : {}) };
    return { kind: "amend", account, marketId, order, ...change, atMs };
  }
  const type = pick(random, ["limit", "limit", "limit", "limit", "limit", "market", "stop", "stop_limit"] as const);
  const spoil = random.next();
  return {
    kind: "place",
    account,
    marketId,
    clientOrderId: random.next() < 0.1 ? "" : `c${random.below(40)}`,
    side: pick(random, ["buy", "sell"] as const),
    type,
    amount: spoil < 0.02 ? amount + 1n : amount,
    ...(type === "limit" || type === "stop_limit" || spoil > 0.99 ? { price: spoil < 0.04 ? price + 1n : price } : {}),
    ...(type.startsWith("stop") && spoil < 0.99 ? { stopPrice: price + tick * BigInt(random.below(9) - 4) } : {}),
    timeInForce: pick(random, ["GTC", "GTC", "GTC", "IOC", "FOK"] as const),
    postOnly: random.next() < 0.1,
    atMs,
  };
}

function keyOf(random: SeededNumbers, open: readonly EngineOrder[]): OrderKey | undefined {
  if (open.length === 0) return undefined;
  const { orderId, clientOrderId } = pick(random, open);
  return clientOrderId === "" || random.next() < 0.5 ? { orderId } : { clientOrderId };
}

/** Of an order that may be anybody's, final, or none. */
function someKey(random: SeededNumbers, index: number): OrderKey {
  return random.next() < 0.5
    ? { clientOrderId: `c${random.below(40)}` }
    : { orderId: Math.max(1, Math.floor(index * 0.5) - random.below(200)) };
}

function pick<T>(random: SeededNumbers, values: readonly T[]): T {
  return values[random.below(values.length)] as T;
}

function units(text: string): bigint {
  return BigInt(Math.round(Number(text) * 1e8));
}

function market(id: string, base: string, quote: string, rules: Partial<Market>): Market {
  return {
    id,
    symbol: `${base}/${quote}`,
    base,
    quote,
    type: "spot",
    isActive: true,
    tickSize: "0.1",
    stepSize: "0.01",
    minAmount: "0.02",
    minNotional: "0.5",
    makerFee: 0,
    takerFee: 0,
    contractSize: "1",
    ...rules,
  };
}
