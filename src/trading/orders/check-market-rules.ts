/** Whether a market takes an order: whole steps and ticks, and not too little. All of it exact. */
import { fineProduct, fineOfNumber, parseFine } from "../../kit/money/fine.ts";
import { isMultiple, type Market } from "../exchanges/index.ts";
import type { Top } from "../market/index.ts";
import { unfitParameter } from "../refuse-parameters.ts";

export interface WantedOrder {
  readonly ordertype: "market" | "limit";
  readonly side: "buy" | "sell";
  /** Decimals without a sign, with a digit before the point. */
  readonly quantity: string;
  readonly price: string | undefined;
}

/** @throws 422 naming the parameter that is not as the market has it */
export function checkMarketRules({ ordertype, side, quantity, price }: WantedOrder, market: Market, top: Top): void {
  if (!market.isActive) throw unfitParameter("code", "market_active", "must be a market that is open");
  if (market.type !== "spot" || market.contractSize !== "1") {
    throw unfitParameter("code", "market_type", "must be a spot market");
  }
  if (!isMultiple(quantity, market.stepSize)) {
    throw unfitParameter("quantity", "step", `must be a multiple of ${market.stepSize}`);
  }
  const amount = parseFine(quantity, "down") ?? 0n;
  if (amount < (parseFine(market.minAmount, "up") ?? 0n)) {
    throw unfitParameter("quantity", "minimum", `must be at least ${market.minAmount}`);
  }
  if (ordertype === "limit" && price !== undefined && !isMultiple(price, market.tickSize)) {
    throw unfitParameter("price", "tick", `must be a multiple of ${market.tickSize}`);
  }
  const at = ordertype === "limit" ? parseFine(price ?? "", "down") : marketPrice(side, top);
  if (at === undefined || at === 0n) return;
  if (fineProduct(amount, at, "up") < (parseFine(market.minNotional, "up") ?? 0n)) {
    const { minNotional, quote } = market;
    throw unfitParameter("quantity", "minimum_value", `must be worth at least ${minNotional} ${quote}`);
  }
}

/** The price that a market order would trade at; undefined where no live price is known: then the exchange decides. */
function marketPrice(side: "buy" | "sell", { state, askPrice, bidPrice }: Top): bigint | undefined {
  return state === "live" ? fineOfNumber(side === "buy" ? askPrice : bidPrice) : undefined;
}

/** A quantity or price as people send it, `7.` or `.5`, as a plain decimal. */
export function plainText(decimal: string): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  return `${whole === "" ? "0" : whole}${fraction === "" ? "" : `.${fraction}`}`;
}
