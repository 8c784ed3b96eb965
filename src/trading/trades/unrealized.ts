/** The profit of positions if they were closed now. */
import { floorDivide, FINE_ONE } from "../../kit/money/fine.ts";
import { findExchange } from "../exchanges/index.ts";
import type { MarketDeps } from "../market/index.ts";
import { unrealizedOf } from "./core/position.ts";
import type { TradeDeps } from "./deps.ts";
import { AT_ONCE } from "./read-view.ts";
import { fine } from "./show-money.ts";
import type { HeldPosition } from "./store.ts";

export interface Unrealized {
  /** US dollars in units of 1e-18. */
  readonly total: bigint;
  /** By strategy; undefined for one with a position that has no price now. */
  readonly byStrategy: ReadonlyMap<number, bigint | undefined>;
  /** Positions without a price, as people read them. */
  readonly without: readonly HeldPosition[];
}

export function unrealizedNow(
  deps: Pick<TradeDeps, "usdRates"> & MarketDeps,
  positions: readonly HeldPosition[],
): Unrealized {
  let total = 0n;
  const byStrategy = new Map<number, bigint | undefined>();
  const without: HeldPosition[] = [];
  for (const position of positions) {
    const { strategyId } = position;
    const rate = dollarsNow(deps, position);
    if (rate === undefined) {
      without.push(position);
      byStrategy.set(strategyId, undefined);
      continue;
    }
    const amount = fine(position.amount);
    const result = unrealizedOf({ amount, cost: fine(position.cost) }, floorDivide(amount * rate, FINE_ONE));
    total += result;
    const before = byStrategy.has(strategyId) ? byStrategy.get(strategyId) : 0n;
    byStrategy.set(strategyId, before === undefined ? undefined : before + result);
  }
  return { total, byStrategy, without };
}

/** What the positions of each strategy of an account would earn now, in real and in made-up money. Counts first what was traded. */
export async function unrealizedByStrategy(
  deps: TradeDeps & MarketDeps,
  ownerUid: number,
): Promise<Unrealized["byStrategy"]> {
  const { tradeBooks } = deps;
  const { real, simulated } = await tradeBooks.kindsOf(ownerUid);
  const positions: HeldPosition[] = [];
  for (const isReal of [...(real ? [true] : []), ...(simulated ? [false] : [])]) {
    await tradeBooks.countTrades({ ownerUid, isReal }, AT_ONCE);
    positions.push(...(await tradeBooks.positions({ ownerUid, isReal })));
  }
  return unrealizedNow(deps, positions).byStrategy;
}

/** US dollars for one unit: by the market where it was traded last, else by any that is live. */
export function dollarsNow(
  { usdRates, market }: Pick<TradeDeps, "usdRates"> & MarketDeps,
  held: HeldPosition,
): bigint | undefined {
  const listing = market.listing(held.code);
  const exchange = listing?.exchange ?? held.code.slice(0, held.code.indexOf("-"));
  const place = { exchange, isReal: findExchange(exchange) !== undefined };
  const top = listing && market.top(listing);
  const quote = usdRates.now(held.quote, place);
  if (top?.state === "live" && top.bidPrice > 0 && top.askPrice > 0 && quote !== undefined) {
    const middle = fine(String((top.bidPrice + top.askPrice) / 2));
    return floorDivide(middle * fine(quote), FINE_ONE);
  }
  const rate = usdRates.now(held.base, place);
  return rate === undefined ? undefined : fine(rate);
}
