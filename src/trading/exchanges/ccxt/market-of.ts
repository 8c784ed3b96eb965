/** Markets of the library in our own words. */
import { marketIds } from "../core/market-ids.ts";
import { multiplyExactly, plainDecimal, stepOf } from "../core/steps.ts";
import type { PrecisionMode } from "../core/steps.ts";
import type { AccountType, Market } from "../port.ts";
import type { CcxtExchange, CcxtMarket, CcxtTicker } from "./library.ts";

/** How the library numbers the ways of stating a precision. */
const MODES: Readonly<Record<number, PrecisionMode>> = { 2: "decimals", 3: "significant", 4: "tick" };

const TYPES: ReadonlySet<string> = new Set<AccountType>(["spot", "margin", "swap", "future"]);

/**
 * All markets of the wanted types. Contracts are left out where their size is not a fixed number of base units.
 *
 * @param tickers by symbol; empty where the exchange does not list them
 */
export function marketsOf(
  exchange: Pick<CcxtExchange, "precisionMode" | "fees" | "markets">,
  tickers: Readonly<Record<string, CcxtTicker>>,
  wanted: readonly AccountType[],
): readonly Market[] {
  const listed = Object.values(exchange.markets ?? {})
    .filter(({ type, base, quote }) => isAccountType(type) && wanted.includes(type) && base !== "" && quote !== "")
    .filter((market) => contractSizeOf(market) !== undefined);
  const ids = marketIds(listed);
  return listed.map((market) => marketOf(market, exchange, ids.get(market.symbol) ?? "", tickers[market.symbol]));
}

function marketOf(
  market: CcxtMarket,
  exchange: Pick<CcxtExchange, "precisionMode" | "fees">,
  id: string,
  ticker: CcxtTicker | undefined,
): Market {
  const mode = MODES[exchange.precisionMode] ?? "tick";
  const contractSize = contractSizeOf(market) ?? "1";
  const stepSize = multiplyExactly(stepOf(market.precision.amount, mode, 1), contractSize);
  const minAmount = market.limits.amount?.min;
  const volume = ticker?.quoteVolume;
  return {
    id,
    symbol: market.symbol,
    base: market.base,
    quote: market.quote,
    type: isAccountType(market.type) ? market.type : "spot",
    isActive: market.active ?? true,
    tickSize: stepOf(market.precision.price, mode, ticker?.last),
    stepSize,
    minAmount: minAmount === undefined ? stepSize : multiplyExactly(plainDecimal(minAmount), contractSize),
    minNotional: plainDecimal(market.limits.cost?.min ?? 0),
    makerFee: market.maker ?? exchange.fees?.trading?.maker ?? 0,
    takerFee: market.taker ?? exchange.fees?.trading?.taker ?? 0,
    contractSize,
    ...(volume === undefined ? {} : { volume24h: volume }),
  };
}

/** Base units in one unit of the exchange's amounts; undefined for contracts of which that is not a fixed number. */
function contractSizeOf({ type, linear, contractSize }: CcxtMarket): string | undefined {
  if (type === "spot" || type === "margin") return "1";
  if (linear !== true || contractSize === undefined || !Number.isFinite(contractSize)) return undefined;
  return contractSize > 0 ? plainDecimal(contractSize) : undefined;
}

function isAccountType(type: string): type is AccountType {
  return TYPES.has(type);
}
