/** The market's figures for a signal at the moment of a trigger. */
import type { ConnectedExchangeDeps } from "../exchanges/index.ts";
import type { MarketDeps } from "../market/index.ts";
import type { UsdRates } from "../trades/index.ts";
import type { TriggerFacts, TriggerTarget } from "./store.ts";

export interface TriggerFactsDeps extends MarketDeps, ConnectedExchangeDeps {
  readonly usdRates: UsdRates;
}

/** The highest share that the program can keep, as the market's fee. */
const MOST = 0.1;

export function triggerFacts(deps: TriggerFactsDeps, { code, quote }: TriggerTarget): TriggerFacts {
  const exchange = code.slice(0, code.indexOf("-"));
  const isReal = deps.connectedExchange(exchange)?.kind === "live";
  const usdRate = deps.usdRates.now(quote, { exchange, isReal });
  return { feeRate: feeRateOf(deps.market.listing(code)?.market.takerFee), usdRate };
}

/** A share in units of 1e-8; a rebate counts as no fee. */
export function feeRateOf(fee: number | undefined): number {
  return Math.round(Math.min(Math.max(fee ?? 0, 0), MOST) * 1e8);
}
