/** A run in the memory of its owner: what it trades by, and its orders as far as they can still matter. */
import { fineOfNumber, FINE_ONE, fineProduct, formatFine, parseFine } from "../../../kit/money/fine.ts";
import { slicesTotal, type RowSettings } from "../../algorithms/index.ts";
import type { MarketView } from "../../market/index.ts";
import { isFinal, isSettled, isUnresolved } from "../core/journal-order.ts";
import { isRefusal } from "../core/refusal-text.ts";
import { withFees, type OtherFees } from "../core/other-fees.ts";
import { LATE_FILL_MS, NOTHING, RunOrders, type RowSums, type RunOrder } from "../core/run-orders.ts";
import { profitOf, type RowResult } from "../core/run-profit.ts";
import type { KeptRun, KeptRunOrder, KnownOrder, RowTotal, RunFigures } from "../store-runs.ts";
import { mergeRun } from "./merge-run.ts";
import type { Playbook } from "./playbook.ts";

/** Orders and what is not in memory of them, as they are stored. */
export interface LoadedOrders {
  readonly orders: readonly KeptRunOrder[];
  readonly totals: readonly RowTotal[];
}

const NOT_DEFERRED: { readonly count: number; readonly atMs: number } = { count: 0, atMs: 0 };

export class RunMemory {
  kept: KeptRun;
  readonly playbook: Playbook;
  readonly #market: Pick<MarketView, "usdRate">;
  readonly #orders: RunOrders;
  /** The highest number of an order so far. An order below it that is not in memory is in the sums. */
  #highestId = 0;
  /** When the newest order so far was decided, milliseconds. */
  #newestMs = 0;
  /** Nothing has changed since `fold` has looked. */
  #isFolded = false;
  readonly #newest = new Map<number, KeptRunOrder>();
  /** Orders whose cancel was asked for by this owner. */
  readonly cancelled = new Set<number>();
  /** Orders that came to nothing, one after the other. */
  failuresInRow = 0;
  /** Orders in a row that the exchange did not take for the moment, and when the last of them ended. */
  deferrals = NOT_DEFERRED;
  /** Whether lists show something older. */
  isDirty = true;

  constructor(
    kept: KeptRun,
    playbook: Playbook,
    { orders, totals }: LoadedOrders,
    market: Pick<MarketView, "usdRate">,
  ) {
    this.kept = kept;
    this.playbook = playbook;
    this.#market = market;
    const sums = new Map<number, RowSums>();
    for (const total of totals) sums.set(total.row, this.#withTotal(sums.get(total.row) ?? NOTHING, total));
    this.#orders = new RunOrders(sums);
    for (const order of orders) this.#keep(order, undefined);
  }

  get orders(): RunOrders {
    return this.#orders;
  }

  /** The run as it was read, perhaps before what is known of it was stored. */
  note(read: KeptRun): void {
    this.kept = mergeRun(this.kept, read);
  }

  /** The newest that is known of an order; false for one that is known so already. */
  put(kept: KeptRunOrder): boolean {
    const { id } = kept.terms;
    const known = this.#newest.get(id);
    if (known && known.version >= kept.version && known.checkedMs === kept.checkedMs) return false;
    // It was read before it was forgotten: the sums have it.
    if (!known && id <= this.#highestId) return false;
    this.#keep(kept, known);
    this.isDirty = true;
    return true;
  }

  #keep(kept: KeptRunOrder, known: KeptRunOrder | undefined): void {
    const { id } = kept.terms;
    if (known) this.#noteChange(known, kept);
    this.#newest.set(id, kept);
    this.#orders.put(this.#orderOf(kept));
    this.#highestId = Math.max(this.#highestId, id);
    this.#newestMs = Math.max(this.#newestMs, kept.terms.createdMs);
    this.#isFolded = false;
  }

  #noteChange(knownBefore: KeptRunOrder, kept: KeptRunOrder): void {
    const [before, now] = [this.#orderOf(knownBefore), this.#orderOf(kept)];
    if (now.isDeferred && !before.isOver) this.deferrals = { count: this.deferrals.count + 1, atMs: now.endedMs };
    else if (!now.isDeferred && (now.isOver || now.state === "open" || now.filled > 0n)) this.deferrals = NOT_DEFERRED;
    if (now.filled > 0n) this.failuresInRow = 0;
    else if (now.isDeferred) return;
    else if (!before.isOver && now.isOver && isFailure(kept)) this.failuresInRow++;
  }

  /** Forgets what can matter no more. */
  fold(): void {
    if (this.#isFolded) return;
    this.#isFolded = true;
    this.#orders.fold(this.#newestMs - LATE_FILL_MS);
    for (const id of this.#newest.keys()) if (!this.#orders.has(id)) this.#newest.delete(id);
  }

  /** Orders as they were read, by number. */
  get newest(): ReadonlyMap<number, KeptRunOrder> {
    return this.#newest;
  }

  /** The known state of all orders in memory: also one that has ended may change. */
  known(): Iterable<readonly [number, KnownOrder]> {
    return [...this.#newest].map(([id, { version, checkedMs }]) => [id, { version, checkedMs }] as const);
  }

  /** The same of orders that may still change, and of these. */
  knownOf(changed: ReadonlySet<number>): Iterable<readonly [number, KnownOrder]> {
    const known: (readonly [number, KnownOrder])[] = [];
    const add = (id: number): void => {
      const order = this.#newest.get(id);
      if (order) known.push([id, order]);
    };
    for (const { id } of this.#orders.unsettled) add(id);
    for (const id of changed) add(id);
    return known;
  }

  /** Bought less sold in a market in this run, base units of 1e-18. */
  position(code: string): bigint {
    let position = 0n;
    for (const { row } of this.playbook.settings.rows.filter((each) => each.code === code)) {
      const { bought, sold } = this.#orders.sums(row);
      position += bought - sold;
    }
    return position;
  }

  /** In the quote currency of the first row; undefined while a currency in which a row has traded or paid fees has no rate. */
  profit(): { readonly realized: bigint; readonly fees: bigint } | undefined {
    const { results, withoutRate } = this.#results();
    return withoutRate.size > 0 ? undefined : profitOf(results);
  }

  /** The currencies that make the profit unknown. */
  withoutRate(): readonly string[] {
    return [...this.#results().withoutRate];
  }

  #results(): { readonly results: readonly RowResult[]; readonly withoutRate: ReadonlySet<string> } {
    const { settings, listings } = this.playbook;
    const own = listings[0]?.market.quote ?? "";
    const results: RowResult[] = [];
    const withoutRate = new Set<string>();
    const inOwn = (amount: bigint, currency: string): bigint => {
      const rate = this.rate(currency, own);
      if (rate === undefined) withoutRate.add(currency);
      return fineProduct(amount, rate ?? 0n, "up");
    };
    for (const { row } of settings.rows) {
      const sums = this.#orders.sums(row);
      if (sums.bought === 0n && sums.sold === 0n) continue;
      let otherFees = 0n;
      for (const [currency, amount] of sums.otherFees ?? []) otherFees += inOwn(amount, currency);
      const rate = inOwn(FINE_ONE, listings[row]?.market.quote ?? own);
      results.push({ base: listings[row]?.market.base ?? "", rate, sums, otherFees });
    }
    return { results, withoutRate };
  }

  /** For lists, where they are shown from now on. Profit that is unknown stays as it was, and is told once there is a rate. */
  takeFigures(): RunFigures {
    const figures = this.figures();
    this.isDirty = figures.realizedPnl === null;
    return figures;
  }

  figures(): RunFigures {
    const { settings, listings } = this.playbook;
    const [first] = settings.rows;
    const profit = this.profit();
    const own = this.#orders;
    return {
      strategyId: this.kept.strategyId,
      runId: this.kept.id,
      ...own.counts(),
      slicesDone: this.kept.slices,
      slicesTotal: first ? (slicesTotal(first) ?? null) : null,
      openOrders: own.open.length,
      qtyDone: formatFine(first ? own.progress(first.row).done : 0n),
      realizedPnl: profit ? formatFine(profit.realized) : null,
      fees: profit ? formatFine(profit.fees) : null,
      pnlCurrency: listings[0]?.market.quote ?? "USD",
    };
  }

  /** The value of one unit of a currency in another, units of 1e-18; undefined where no path is live. */
  rate(from: string, to: string): bigint | undefined {
    if (from === to) return FINE_ONE;
    const [one, other] = [this.#market.usdRate(from), this.#market.usdRate(to)];
    return one === undefined || other === undefined || other <= 0 ? undefined : fineOfNumber(one / other);
  }

  /**
   * The value of one quote unit of a row in the currency that its tolerances are compared in, units of 1e-18; undefined
   * where there is no rate now.
   */
  toleranceRate({ row }: Pick<RowSettings, "row">): bigint | undefined {
    const { settings, listings } = this.playbook;
    if (settings.convertExecutions === "") return FINE_ONE;
    return this.rate(listings[row]?.market.quote ?? "", settings.convertExecutions);
  }

  #orderOf(kept: KeptRunOrder): RunOrder {
    const { terms, order, row, slice, attempt, kind, cost, priceEntry, fees, isDeferred } = kept;
    const spent = fine(cost);
    return {
      id: terms.id,
      row,
      slice,
      attempt,
      kind,
      side: terms.side,
      state: order.state,
      amount: order.amount,
      filled: order.filled,
      booked: order.booked,
      cost: spent,
      ...this.#feesOf(row, fees, order.filled, spent),
      limit: terms.price === null ? undefined : fine(terms.price),
      entry: fine(priceEntry),
      isOver: isFinal(order.state) || order.state === "missing",
      isDoubtful: isUnresolved(order),
      isDeferred: isDeferred && (order.state === "rejected" || order.state === "not_sent"),
      isBooked: order.filled <= order.booked,
      isSettled: isSettled(order),
      endedMs: order.endedMs,
    };
  }

  #withTotal(sums: RowSums, { row, isUnwind, side, orders, traded, failed, filled, cost, fees }: RowTotal): RowSums {
    const [amount, spent] = [fine(filled), fine(cost)];
    const { fee, baseFee, otherFees } = this.#feesOf(row, fees, amount, spent);
    const isBuy = side === "buy";
    const net = isBuy ? amount - baseFee : amount + baseFee;
    return {
      filled: sums.filled + (isUnwind ? -amount : amount),
      net: sums.net + (isUnwind ? -net : net),
      bought: sums.bought + (isBuy ? amount : 0n),
      boughtCost: sums.boughtCost + (isBuy ? spent : 0n),
      sold: sums.sold + (isBuy ? 0n : amount),
      soldCost: sums.soldCost + (isBuy ? 0n : spent),
      held: sums.held + (isBuy ? amount : -amount) - baseFee,
      fee: sums.fee + fee,
      otherFees: withFees(sums.otherFees, otherFees),
      successful: sums.successful + traded,
      failed: sums.failed + failed,
      canceled: sums.canceled + orders - traded - failed,
    };
  }

  /** A fee in base is valued at the price of its order; one in a third currency when the profit is asked for. */
  #feesOf(
    row: number,
    fees: KeptRunOrder["fees"],
    filled: bigint,
    cost: bigint,
  ): { readonly fee: bigint; readonly baseFee: bigint; readonly otherFees: OtherFees | undefined } {
    const market = this.playbook.listings[row]?.market;
    let [fee, baseFee] = [0n, 0n];
    let otherFees: OtherFees | undefined;
    for (const { currency, amount } of fees) {
      const paid = fine(amount);
      if (currency === market?.base) {
        baseFee += paid;
        fee += filled > 0n ? (paid * cost) / filled : 0n;
      } else if (currency === market?.quote) fee += paid;
      else if (paid !== 0n) otherFees = withFees(otherFees, new Map([[currency, paid]]));
    }
    return { fee, baseFee, otherFees };
  }
}

/** Neither of an order that came to its end as was wanted, nor of one that limits or halts have held back. */
function isFailure({ order: { state }, why }: KeptRunOrder): boolean {
  return state !== "canceled" && state !== "expired" && !(state === "not_sent" && isRefusal(why));
}

function fine(decimal: string): bigint {
  return parseFine(decimal, "down") ?? 0n;
}
