/** The profit of positions if they were closed now. */
import { floorDivide, FINE_ONE } from "../../kit/money/fine.ts";
import { findExchange } from "../exchanges/index.ts";
import type { MarketDeps } from "../market/index.ts";
import { unrealizedOf } from "./core/position.ts";
import type { TradeDeps } from "./deps.ts";
import { AT_ONCE } from "./read-view.ts";
import { fine } from "./show-money.ts";
import type { HeldPosition, HeldSum, Incomplete } from "./store.ts";

type PriceDeps = Pick<TradeDeps, "usdRates"> & MarketDeps;

export interface Unrealized {
  /** US dollars in units of 1e-18. */
  readonly total: bigint;
  /** Positions without a price, as people read them. */
  readonly without: readonly HeldSum[];
}

/** By strategy, US dollars in units of 1e-18; undefined for one with a position that has no price now. 0 for all others. */
export type UnrealizedByStrategy = ReadonlyMap<number, bigint | undefined>;

/** Why it is not known what the positions of a strategy would earn. */
export type UnrealizedUnknown = Incomplete | "no_price";

export function unrealizedNow(deps: PriceDeps, held: readonly HeldSum[]): Unrealized {
  let total = 0n;
  const without: HeldSum[] = [];
  for (const position of held) {
    const result = resultNow(deps, position);
    if (result === undefined) without.push(position);
    else total += result;
  }
  return { total, without };
}

/**
 * Of strategies of an account, as far as their trades are counted.
 *
 * @param isReal positions in real money alone, or in made-up money alone; both unless told
 */
export async function unrealizedByStrategy(
  deps: TradeDeps & MarketDeps,
  ownerUid: number,
  { strategyIds, isReal }: { readonly strategyIds: readonly number[]; readonly isReal?: boolean },
): Promise<UnrealizedByStrategy> {
  const positions = await deps.tradeBooks.strategyPositions(ownerUid, strategyIds);
  return addUp(
    deps,
    positions.filter((each) => isReal === undefined || each.isReal === isReal),
  );
}

function addUp(deps: PriceDeps, positions: readonly HeldPosition[]): UnrealizedByStrategy {
  const byStrategy = new Map<number, bigint | undefined>();
  for (const position of positions) {
    const { strategyId } = position;
    const before = byStrategy.has(strategyId) ? byStrategy.get(strategyId) : 0n;
    const result = resultNow(deps, position);
    byStrategy.set(strategyId, before === undefined || result === undefined ? undefined : before + result);
  }
  return byStrategy;
}

/**
 * What each of these strategies would earn now if it closed what it holds, or why that is not known. Counts first what was
 * traded since. Asks as often for a thousand strategies as for one: twice, where nothing was traded since.
 */
export async function unrealizedOrWhy(
  deps: TradeDeps & MarketDeps,
  ownerUid: number,
  strategyIds: readonly number[],
): Promise<(strategyId: number) => bigint | UnrealizedUnknown> {
  const readIncomplete = () => deps.tradeBooks.incomplete(ownerUid, strategyIds);
  let incomplete = await readIncomplete();
  if ([...incomplete.values()].includes("uncounted")) {
    await countAll(deps, ownerUid);
    incomplete = await readIncomplete();
  }
  const results = await unrealizedByStrategy(deps, ownerUid, { strategyIds });
  return (id) => incomplete.get(id) ?? (results.has(id) ? results.get(id) : 0n) ?? "no_price";
}

/** Counts what was traded, in real and in made-up money; answers how many trades are left. */
export async function countAll({ tradeBooks }: Pick<TradeDeps, "tradeBooks">, ownerUid: number): Promise<number> {
  const { real, simulated } = await tradeBooks.kindsOf(ownerUid);
  let left = 0;
  if (real) left += await tradeBooks.countTrades({ ownerUid, isReal: true }, AT_ONCE);
  if (simulated) left += await tradeBooks.countTrades({ ownerUid, isReal: false }, AT_ONCE);
  return left;
}

function resultNow(deps: PriceDeps, position: HeldSum): bigint | undefined {
  const rate = dollarsNow(deps, position);
  if (rate === undefined) return undefined;
  const amount = fine(position.amount);
  return unrealizedOf({ amount, cost: fine(position.cost) }, floorDivide(amount * rate, FINE_ONE));
}

/** US dollars for one unit: by the market where it was traded last, else by any that is live. */
export function dollarsNow({ usdRates, market }: PriceDeps, held: HeldSum): bigint | undefined {
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

/** Dollars in another currency, at its rate at an exchange; undefined where it has none. Both in units of 1e-18. */
export function dollarsIn(
  { usdRates }: Pick<TradeDeps, "usdRates">,
  dollars: bigint,
  { currency, exchange }: { readonly currency: string; readonly exchange: string },
): bigint | undefined {
  if (dollars === 0n) return 0n;
  const rate = usdRates.now(currency, { exchange, isReal: findExchange(exchange) !== undefined });
  return rate === undefined ? undefined : floorDivide(dollars * FINE_ONE, fine(rate));
}
