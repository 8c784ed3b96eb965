/** Sets what the house of a loopback exchange shows and takes, so that a test knows every price. */
import { parseAmount } from "../../../src/kit/money/amount.ts";
import type { PlaceCommand } from "../../../src/trading/simulation/core/commands.ts";
import { MAKER, TAKER } from "./house-traders.ts";
import type { BinanceLoopback } from "./loopback.ts";

/** Price and quantity. */
type WantedLevel = readonly [price: number, quantity: number];

export interface WantedBook {
  /** `BTC/USDT` or `BTCUSDT`. */
  readonly symbol: string;
  readonly bids: readonly WantedLevel[];
  readonly asks: readonly WantedLevel[];
}

export interface WantedTrade {
  readonly symbol: string;
  readonly side: "buy" | "sell";
  readonly quantity: number;
}

type Exchange = Pick<BinanceLoopback, "engine" | "apply" | "nowMs" | "flush">;

/**
 * Replaces all that the house shows in a market. Orders of customers stay, and trade where a level meets them. The markets of
 * the world must stand still: the house would quote its own prices again.
 */
export function setBook({ engine, apply, nowMs, flush }: Exchange, { symbol, bids, asks }: WantedBook): void {
  const marketId = idOf(symbol);
  for (const { orderId } of engine.openOrders(MAKER, marketId)) {
    apply({ kind: "cancel", account: MAKER, marketId, order: { orderId }, atMs: nowMs() });
  }
  for (const [side, levels] of [["buy", bids] as const, ["sell", asks] as const]) {
    for (const [price, quantity] of levels) {
      const limit = { type: "limit", price: units(price) } as const;
      apply({ ...orderOf(MAKER, marketId, side, quantity), ...limit, atMs: nowMs() });
    }
  }
  flush();
}

/** A market order of the house. */
export function takeFromBook({ apply, nowMs, flush }: Exchange, { symbol, side, quantity }: WantedTrade): void {
  apply({ ...orderOf(TAKER, idOf(symbol), side, quantity), type: "market", atMs: nowMs() });
  flush();
}

function orderOf(account: string, marketId: string, side: "buy" | "sell", quantity: number) {
  const plain = { kind: "place", clientOrderId: "", timeInForce: "GTC", postOnly: false } as const;
  return { ...plain, account, marketId, side, amount: units(quantity) } satisfies Partial<PlaceCommand>;
}

function idOf(symbol: string): string {
  return symbol.replace("/", "").toLowerCase();
}

function units(value: number): bigint {
  return parseAmount(value.toFixed(8));
}
