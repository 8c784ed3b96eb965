/** An order while the engine works on it: changed in place, and linked into the queue of its price. */
import type { OrderState, OrderType, Side, TimeInForce } from "../../exchanges/index.ts";
import type { Account, Purse } from "./account.ts";
import type { EngineOrder, PlaceCommand } from "./commands.ts";
import type { Level } from "./ladder.ts";
import { valueToHold, type MarketRules } from "./market-rules.ts";

export class KeptOrder {
  readonly orderId: number;
  readonly owner: Account;
  readonly marketId: string;
  readonly clientOrderId: string;
  readonly side: Side;
  readonly isBuy: boolean;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  price: bigint;
  readonly stopPrice: bigint;
  amount: bigint;
  /** `amount` less `filled`, kept so that it is not computed for every trade. */
  remaining: bigint;
  filled = 0n;
  cost = 0n;
  state: OrderState = "open";
  isWaiting: boolean;
  readonly createdMs: number;
  updatedMs: number;

  /** The owner's money reserved for this order: quote units of a buy, base units of a sell. */
  held = 0n;
  readonly base: Purse;
  readonly quote: Purse;

  /** Its place in a queue. */
  level: Level | undefined = undefined;
  previous: KeptOrder | undefined = undefined;
  next: KeptOrder | undefined = undefined;

  constructor(orderId: number, command: PlaceCommand, owner: Account, base: Purse, quote: Purse) {
    const hasPrice = command.type === "limit" || command.type === "stop_limit";
    this.orderId = orderId;
    this.owner = owner;
    this.marketId = command.marketId;
    this.clientOrderId = command.clientOrderId;
    this.side = command.side;
    this.isBuy = command.side === "buy";
    this.type = command.type;
    this.timeInForce = command.timeInForce;
    this.postOnly = command.postOnly;
    this.price = hasPrice ? (command.price ?? 0n) : 0n;
    this.isWaiting = command.type === "stop" || command.type === "stop_limit";
    this.stopPrice = this.isWaiting ? (command.stopPrice ?? 0n) : 0n;
    this.amount = command.amount;
    this.remaining = command.amount;
    this.createdMs = command.atMs;
    this.updatedMs = command.atMs;
    this.base = base;
    this.quote = quote;
  }

  /** How it is now, for others to keep. */
  copy(): EngineOrder {
    return {
      orderId: this.orderId,
      account: this.owner.name,
      marketId: this.marketId,
      clientOrderId: this.clientOrderId,
      side: this.side,
      type: this.type,
      timeInForce: this.timeInForce,
      postOnly: this.postOnly,
      price: this.price,
      stopPrice: this.stopPrice,
      amount: this.amount,
      filled: this.filled,
      cost: this.cost,
      state: this.state,
      isWaiting: this.isWaiting,
      createdMs: this.createdMs,
      updatedMs: this.updatedMs,
    };
  }

  /** Goes on from where a copy was made. Nothing is reserved for it yet. Without a market it has no purses. */
  static resumed(
    kept: EngineOrder,
    owner: Account,
    market: Pick<MarketRules, "base" | "quote"> | undefined,
  ): KeptOrder {
    const base = market ? owner.purse(market.base) : { free: 0n, held: 0n };
    const quote = market ? owner.purse(market.quote) : { free: 0n, held: 0n };
    const order = new KeptOrder(kept.orderId, { ...kept, kind: "place", atMs: kept.createdMs }, owner, base, quote);
    order.filled = kept.filled;
    order.remaining = kept.amount - kept.filled;
    order.cost = kept.cost;
    order.state = kept.state;
    order.isWaiting = kept.isWaiting;
    order.updatedMs = kept.updatedMs;
    return order;
  }

  /** Takes money of the owner aside for this order. The caller has made sure that it is there. */
  hold(amount: bigint): void {
    const purse = this.isBuy ? this.quote : this.base;
    purse.free -= amount;
    purse.held += amount;
    this.held += amount;
  }

  /** Reserves what the rest of it may cost. */
  holdRest(): void {
    if (!this.isBuy) this.hold(this.remaining);
    else if (this.price > 0n) this.hold(valueToHold(this.price, this.remaining));
  }

  canHoldRest(): boolean {
    if (!this.isBuy) return this.remaining <= this.base.free;
    return valueToHold(this.price, this.remaining) <= this.quote.free;
  }

  /** Releases the reservation. */
  release(): void {
    if (this.held === 0n) return;
    const purse = this.isBuy ? this.quote : this.base;
    purse.held -= this.held;
    purse.free += this.held;
    this.held = 0n;
  }
}
