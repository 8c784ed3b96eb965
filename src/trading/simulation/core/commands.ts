/**
 * Commands and reports of a matching engine: plain values, so that a run can be kept, replayed and compared. Prices,
 * quantities and amounts are bigints in units of 1e-8. Times are milliseconds and are given by the caller.
 */
import type { OrderState, OrderType, Side, TimeInForce } from "../../exchanges/index.ts";

export type Command =
  | { readonly kind: "deposit"; readonly account: string; readonly currency: string; readonly amount: bigint }
  | PlaceCommand
  | {
      readonly kind: "cancel";
      readonly account: string;
      readonly marketId: string;
      readonly order: OrderKey;
      readonly atMs: number;
    }
  | {
      readonly kind: "amend";
      readonly account: string;
      readonly marketId: string;
      readonly order: OrderKey;
      readonly price?: bigint;
      /** The new total, of which what is filled already is a part. */
      readonly amount?: bigint;
      readonly atMs: number;
    };

export interface PlaceCommand {
  readonly kind: "place";
  readonly account: string;
  readonly marketId: string;
  /** Unique among the open orders of the account; may be empty. */
  readonly clientOrderId: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly amount: bigint;
  readonly price?: bigint;
  readonly stopPrice?: bigint;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly atMs: number;
}

/** By either id. */
export type OrderKey = { readonly clientOrderId: string } | { readonly orderId: number };

export type RejectReason =
  | "unknownMarket"
  | "unknownOrder"
  | "duplicateClientOrderId"
  | "priceFilter"
  | "lotSize"
  | "minNotional"
  | "insufficientFunds"
  | "wouldTake"
  | "wouldTriggerAtOnce"
  | "noLiquidity"
  | "badCommand";

/** An order as the engine keeps it. */
export interface EngineOrder {
  readonly orderId: number;
  readonly account: string;
  readonly marketId: string;
  readonly clientOrderId: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly price: bigint;
  readonly stopPrice: bigint;
  readonly amount: bigint;
  readonly filled: bigint;
  /** Quote units of what is filled. */
  readonly cost: bigint;
  readonly state: OrderState;
  /** A stop order that has not fired is in no book. */
  readonly isWaiting: boolean;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export type EngineEvent =
  | { readonly kind: "rejected"; readonly account: string; readonly marketId: string; readonly reason: RejectReason }
  /** An order was taken in or has changed; `order` is a copy of how it is now. */
  | { readonly kind: "order"; readonly order: EngineOrder }
  | {
      readonly kind: "trade";
      readonly marketId: string;
      readonly tradeId: number;
      readonly price: bigint;
      readonly quantity: bigint;
      readonly takerSide: Side;
      readonly taker: EngineOrder;
      readonly maker: EngineOrder;
      /** In what each side receives: base for the buyer, quote for the seller. */
      readonly takerFee: { readonly currency: string; readonly amount: bigint };
      readonly makerFee: { readonly currency: string; readonly amount: bigint };
      readonly atMs: number;
    }
  /** The offered quantity at a price now; 0 for none. `sequence` counts the level changes of the market, by one. */
  | {
      readonly kind: "level";
      readonly marketId: string;
      readonly side: "bid" | "ask";
      readonly price: bigint;
      readonly quantity: bigint;
      readonly sequence: number;
    };

/** A matching engine for one venue: `src/trading/simulation/core/matching-engine.ts`, and its slow twin in tests. */
export interface Matching {
  /** Does one command whole; answers what happened, in order. Never throws for input that a customer may send. */
  apply(command: Command): readonly EngineEvent[];
  /** Best first, at most `depth` levels a side, with the market's sequence. */
  book(
    marketId: string,
    depth: number,
  ): {
    readonly bids: readonly (readonly [price: bigint, quantity: bigint])[];
    readonly asks: readonly (readonly [price: bigint, quantity: bigint])[];
    readonly sequence: number;
  };
  order(account: string, marketId: string, order: OrderKey): EngineOrder | undefined;
  openOrders(account: string, marketId?: string): readonly EngineOrder[];
  /** Final orders, newest first; the engine keeps at most 10,000 an account. */
  closedOrders(account: string, marketId: string, limit: number): readonly EngineOrder[];
  balances(account: string): ReadonlyMap<string, { readonly free: bigint; readonly held: bigint }>;
}
