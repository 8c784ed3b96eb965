/** The orders of a run in memory: how far each row is, and what one row owes to another. Amounts are units of 1e-18. */
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import type { JournalState } from "./journal-order.ts";
import { withFees, type OtherFees } from "./other-fees.ts";

/**
 * A trade of an order may be reported this long after its end, counted to the latest order of its run. Until then the
 * order is followed one by one, and is not in the sums.
 */
export const LATE_FILL_MS = 2 * MINUTE_MS;

/**
 * - `slice`: of a row that fires with slices.
 * - `hedge`: follows the fills of another row.
 * - `price`, `market`: another attempt at the remainder of an order.
 * - `unwind`: trades another leg back.
 */
export type RunOrderKind = "slice" | "hedge" | "price" | "market" | "unwind";

export interface RunOrder {
  readonly id: number;
  readonly row: number;
  readonly slice: number;
  readonly attempt: number;
  readonly kind: RunOrderKind;
  readonly side: "buy" | "sell";
  readonly state: JournalState;
  readonly amount: bigint;
  readonly filled: bigint;
  /** The booked part of it, trade by trade: the fees are those of this part. */
  readonly booked: bigint;
  /** Quote units that the filled part cost or brought. */
  readonly cost: bigint;
  /** Fees that were taken, as far as they are booked: in the base currency of its market, and with them those in its quote currency. */
  readonly baseFee: bigint;
  readonly fee: bigint;
  /** Absent for none. */
  readonly otherFees?: OtherFees | undefined;
  /** Undefined for an order without one. */
  readonly limit: bigint | undefined;
  /** Reference at the decision. */
  readonly entry: bigint;
  /** Final, or denied by all places: it trades no more. */
  readonly isOver: boolean;
  /** It is unknown what became of it. */
  readonly isDoubtful: boolean;
  /** It ended without a trade because the exchange took nothing for a while. It says nothing about its price. */
  readonly isDeferred: boolean;
  /** Every fill is booked. */
  readonly isBooked: boolean;
  /** Over, booked, and not watched any more. */
  readonly isSettled: boolean;
  /** When its end was proved, milliseconds; 0 before. */
  readonly endedMs: number;
}

/** The sums of one row's orders that are no longer in memory. */
export interface RowSums {
  readonly filled: bigint;
  /** Less what fees took of purchases, more what they took of sales. */
  readonly net: bigint;
  readonly bought: bigint;
  readonly boughtCost: bigint;
  readonly sold: bigint;
  readonly soldCost: bigint;
  /** Bought less sold, less the fees that were taken in base. */
  readonly held: bigint;
  /** In the quote currency, without those in other currencies. */
  readonly fee: bigint;
  readonly otherFees?: OtherFees | undefined;
  readonly successful: number;
  readonly canceled: number;
  readonly failed: number;
}

export const NOTHING: RowSums = {
  filled: 0n,
  net: 0n,
  bought: 0n,
  boughtCost: 0n,
  sold: 0n,
  soldCost: 0n,
  held: 0n,
  fee: 0n,
  successful: 0,
  canceled: 0,
  failed: 0,
};

/** Never sent, or refused: it was never at the exchange. */
const FAILED: ReadonlySet<JournalState> = new Set<JournalState>(["rejected", "not_sent", "missing"]);

/** The sums of one row, until an order changes. */
interface RowFigures {
  readonly orders: RunOrder[];
  sums?: RowSums;
  progress?: { readonly done: bigint; readonly open: bigint };
  net?: bigint;
  wholeNet?: bigint;
}

/** The sums of all rows, until an order changes. */
interface AllFigures {
  readonly all: readonly RunOrder[];
  readonly rows: ReadonlyMap<number, RowFigures>;
  readonly open: readonly RunOrder[];
  readonly unsettled: readonly RunOrder[];
  readonly isDoubtful: boolean;
  readonly isQuiet: boolean;
  readonly tradedBack: readonly RunOrder[];
  counts?: { readonly successful: number; readonly canceled: number; readonly failed: number };
}

/** Runs are evaluated far more often than their orders change: what is counted is kept until then. */
export class RunOrders {
  readonly #orders = new Map<number, RunOrder>();
  readonly #sums: Map<number, RowSums>;
  #figures: AllFigures | undefined;

  constructor(sums: ReadonlyMap<number, RowSums> = new Map()) {
    this.#sums = new Map(sums);
  }

  all(): readonly RunOrder[] {
    return this.#counted().all;
  }

  of(row: number): readonly RunOrder[] {
    return this.#row(row).orders;
  }

  put(order: RunOrder): void {
    this.#orders.set(order.id, order);
    this.#figures = undefined;
  }

  /**
   * Adds orders of earlier slices to the sums, and forgets them. One that an exchange may still show, or that ended after
   * `untilMs`, stays.
   */
  fold(untilMs: number): void {
    const latest = new Map<number, number>();
    for (const { row, slice } of this.#orders.values()) latest.set(row, Math.max(latest.get(row) ?? 0, slice));
    for (const order of this.#orders.values()) {
      if (!order.isSettled || order.endedMs > untilMs || order.slice >= (latest.get(order.row) ?? 0)) continue;
      this.#sums.set(order.row, added(this.#sumsOf(order.row), order));
      this.#orders.delete(order.id);
    }
    this.#figures = undefined;
  }

  has(id: number): boolean {
    return this.#orders.has(id);
  }

  /** Progress of a row. Quantities that were traded back count as not done. */
  progress(row: number): { readonly done: bigint; readonly open: bigint } {
    const figures = this.#row(row);
    if (figures.progress) return figures.progress;
    let done = this.#sumsOf(row).filled;
    let open = 0n;
    for (const order of figures.orders) {
      done += order.kind === "unwind" ? -order.filled : order.filled;
      if (!order.isOver && order.kind !== "unwind" && order.amount > order.filled) open += order.amount - order.filled;
    }
    return (figures.progress = { done, open });
  }

  /**
   * The net quantity in base that a row has traded, for rows that follow it. Unbooked fills do not count: their fees
   * are not known.
   *
   * @param onlyWhole counts orders that are over alone
   */
  net(row: number, onlyWhole = false): bigint {
    const figures = this.#row(row);
    if (onlyWhole) return (figures.wholeNet ??= this.#net(row, ({ isOver }) => isOver));
    return (figures.net ??= this.#net(row, () => true));
  }

  #net(row: number, counts: (order: RunOrder) => boolean): bigint {
    return this.of(row)
      .filter(counts)
      .reduce((net, order) => net + netOf(order), this.#sumsOf(row).net);
  }

  /** The quantity that orders of a row have filled, or may fill. */
  covered(row: number): bigint {
    const { done, open } = this.progress(row);
    return done + open;
  }

  /** Everything that a row came to so far. Orders that may still trade count as far as they have. */
  sums(row: number): RowSums {
    const figures = this.#row(row);
    return (figures.sums ??= figures.orders.reduce(added, this.#sumsOf(row)));
  }

  counts(): { readonly successful: number; readonly canceled: number; readonly failed: number } {
    const figures = this.#counted();
    if (figures.counts) return figures.counts;
    const total = { successful: 0, canceled: 0, failed: 0 };
    for (const row of new Set([...this.#sums.keys(), ...figures.rows.keys()])) {
      const { successful, canceled, failed } = this.sums(row);
      total.successful += successful;
      total.canceled += canceled;
      total.failed += failed;
    }
    return (figures.counts = total);
  }

  #sumsOf(row: number): RowSums {
    return this.#sums.get(row) ?? NOTHING;
  }

  /** Orders that may be at the exchange. */
  get open(): readonly RunOrder[] {
    return this.#counted().open;
  }

  /** Orders that may still change. */
  get unsettled(): readonly RunOrder[] {
    return this.#counted().unsettled;
  }

  get isDoubtful(): boolean {
    return this.#counted().isDoubtful;
  }

  /** Orders that have traded another leg back, to their end. */
  get tradedBack(): readonly RunOrder[] {
    return this.#counted().tradedBack;
  }

  /** Nothing can happen any more but a late fill. */
  get isQuiet(): boolean {
    return this.#counted().isQuiet;
  }

  #row(row: number): RowFigures {
    return this.#counted().rows.get(row) ?? { orders: [] };
  }

  #counted(): AllFigures {
    if (this.#figures) return this.#figures;
    const all = [...this.#orders.values()];
    const rows = new Map<number, RowFigures>();
    for (const order of all) {
      const figures = rows.get(order.row);
      if (figures) figures.orders.push(order);
      else rows.set(order.row, { orders: [order] });
    }
    this.#figures = {
      all,
      rows,
      open: all.filter(({ isOver }) => !isOver),
      unsettled: all.filter(({ isSettled }) => !isSettled),
      isDoubtful: all.some(({ isDoubtful }) => isDoubtful),
      isQuiet: all.every(({ isOver, isBooked }) => isOver && isBooked),
      tradedBack: all.filter(({ kind, isOver, isBooked }) => kind === "unwind" && isOver && isBooked),
    };
    return this.#figures;
  }
}

/** A partial transaction is a successful one. One that is not over counts when it is. */
function added(sums: RowSums, order: RunOrder): RowSums {
  const { filled, cost, side, baseFee, isOver } = order;
  const hasTraded = filled > 0n;
  const isFailed = !hasTraded && FAILED.has(order.state);
  const isBuy = side === "buy";
  return {
    filled: sums.filled + (order.kind === "unwind" ? -filled : filled),
    net: sums.net + netOf(order),
    bought: sums.bought + (isBuy ? filled : 0n),
    boughtCost: sums.boughtCost + (isBuy ? cost : 0n),
    sold: sums.sold + (isBuy ? 0n : filled),
    soldCost: sums.soldCost + (isBuy ? 0n : cost),
    held: sums.held + (isBuy ? filled : -filled) - baseFee,
    fee: sums.fee + order.fee,
    otherFees: withFees(sums.otherFees, order.otherFees),
    successful: sums.successful + (isOver && hasTraded ? 1 : 0),
    failed: sums.failed + (isOver && isFailed ? 1 : 0),
    canceled: sums.canceled + (isOver && !hasTraded && !isFailed ? 1 : 0),
  };
}

function netOf({ kind, side, booked, baseFee }: RunOrder): bigint {
  if (kind === "unwind") return side === "sell" ? -(booked + baseFee) : -(booked - baseFee);
  return side === "buy" ? booked - baseFee : booked + baseFee;
}
