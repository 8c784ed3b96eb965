/** What a run has done, computed each time from everything that happened to its orders, from the first line on. */
import type { RowSums } from "../core/run-orders.ts";

/** A line of what happened, in the order in which it did. */
export type OrderLine = { readonly id: number } & (
  | {
      readonly kind: "made";
      readonly row: number;
      readonly side: "buy" | "sell";
      readonly isUnwind: boolean;
      readonly amount: bigint;
    }
  /** The exchange has said how much of it is filled. */
  | { readonly kind: "told"; readonly filled: bigint }
  | {
      readonly kind: "traded";
      readonly trade: string;
      readonly amount: bigint;
      readonly cost: bigint;
      readonly fee: bigint;
    }
  /** `isRefused`: it never was at the exchange. */
  | { readonly kind: "over"; readonly isRefused: boolean }
  /** An order that was over lives again. */
  | { readonly kind: "lives" }
);

interface NaiveOrder {
  readonly row: number;
  readonly side: "buy" | "sell";
  readonly isUnwind: boolean;
  readonly amount: bigint;
  readonly filled: bigint;
  readonly booked: bigint;
  readonly cost: bigint;
  /** In base. */
  readonly fee: bigint;
  readonly isOver: boolean;
  readonly isRefused: boolean;
}

export interface NaiveRow {
  readonly done: bigint;
  readonly open: bigint;
  readonly net: bigint;
  readonly sums: Pick<RowSums, "bought" | "boughtCost" | "sold" | "soldCost" | "successful" | "canceled" | "failed">;
}

function ordersIn(log: readonly OrderLine[]): NaiveOrder[] {
  const ids = log.flatMap((line) => (line.kind === "made" ? [line.id] : []));
  return ids.flatMap((id) => {
    const own = log.filter((line) => line.id === id);
    const made = own.find((line) => line.kind === "made");
    if (made?.kind !== "made") return [];
    const trades = own.filter((line) => line.kind === "traded");
    // The same trade is reported more than once.
    const once = trades.filter(({ trade }, at) => trades.findIndex((other) => other.trade === trade) === at);
    const booked = once.reduce((sum, { amount }) => sum + amount, 0n);
    const told = own.flatMap((line) => (line.kind === "told" ? [line.filled] : []));
    const filled = [booked, ...told].reduce((most, each) => (each > most ? each : most));
    const end = own.findLast((line) => line.kind === "over" || line.kind === "lives");
    return [
      {
        ...made,
        booked,
        filled,
        cost: once.reduce((sum, { cost }) => sum + cost, 0n),
        fee: once.reduce((sum, { fee }) => sum + fee, 0n),
        isOver: end?.kind === "over",
        isRefused: end?.kind === "over" && end.isRefused,
      },
    ];
  });
}

export function rowIn(log: readonly OrderLine[], row: number): NaiveRow {
  const orders = ordersIn(log).filter((each) => each.row === row);
  const sum = (of: (order: NaiveOrder) => bigint): bigint => orders.reduce((total, each) => total + of(each), 0n);
  const count = (of: (order: NaiveOrder) => boolean): number => orders.filter(of).length;
  return {
    done: sum(({ isUnwind, filled }) => (isUnwind ? -filled : filled)),
    open: sum(({ isUnwind, isOver, amount, filled }) => (isUnwind || isOver ? 0n : amount - filled)),
    net: sum(({ isUnwind, side, booked, fee }) => {
      const own = side === "buy" ? booked - fee : booked + fee;
      return isUnwind ? -own : own;
    }),
    sums: {
      bought: sum(({ side, filled }) => (side === "buy" ? filled : 0n)),
      boughtCost: sum(({ side, cost }) => (side === "buy" ? cost : 0n)),
      sold: sum(({ side, filled }) => (side === "sell" ? filled : 0n)),
      soldCost: sum(({ side, cost }) => (side === "sell" ? cost : 0n)),
      successful: count(({ isOver, filled }) => isOver && filled > 0n),
      canceled: count(({ isOver, filled, isRefused }) => isOver && filled === 0n && !isRefused),
      failed: count(({ isOver, filled, isRefused }) => isOver && filled === 0n && isRefused),
    },
  };
}
