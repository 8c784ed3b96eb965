/** The slow matching engine's record of a single order. */
import { ONE, parseAmount } from "../../../kit/money/amount.ts";
import type { EngineOrder, OrderKey } from "./commands.ts";

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export type NaiveOrder = Mutable<EngineOrder> & {
  /** Its place in line: a smaller number was there before. */
  turn: number;
};

/** The reservation for the rest of an order: base units of a sell, quote units of a buy. */
export function needs(order: NaiveOrder): bigint {
  const remaining = order.amount - order.filled;
  return order.side === "sell" ? remaining : (order.price * remaining + ONE - 1n) / ONE;
}

export function isWhole(value: bigint, part: string): boolean {
  return value > 0n && value % parseAmount(part) === 0n;
}

/** A limit order may trade at this price. */
export function isWithin(order: NaiveOrder, price: bigint): boolean {
  return order.side === "buy" ? price <= order.price : price >= order.price;
}

export function other(side: "buy" | "sell"): "buy" | "sell" {
  return side === "buy" ? "sell" : "buy";
}

export function matches(order: NaiveOrder, key: OrderKey): boolean {
  return "orderId" in key ? order.orderId === key.orderId : order.clientOrderId === key.clientOrderId;
}

export function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function copy(order: NaiveOrder): EngineOrder {
  const { turn, ...rest } = order;
  void turn;
  return rest;
}
