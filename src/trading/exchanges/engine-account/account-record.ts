/** The events of one account's orders: kept by its seat, then sent to its watches. */
import { formatAmount, parseAmount } from "../../../kit/money/amount.ts";
import type { EngineEvent, EngineOrder } from "../../simulation/index.ts";
import type { Fee, Fill, OrderReport, OrderSink } from "../port.ts";
import type { StoredAccount, StoredOrder } from "./account-store.ts";
import { fillReport, orderReport } from "./engine-reports.ts";
import type { KeptSeats } from "./kept-seats.ts";
import { MemorySeat, wholeBalances, type Seat } from "./seat.ts";
import type { TradingFloor } from "./trading-floor.ts";

const KEPT_FILLS = 10_000;

/** The events of orders under one name on a floor; shared by all who opened its account. */
export class AccountRecord {
  readonly name: string;
  readonly fills: Fill[] = [];
  readonly seat: Seat;
  readonly #floor: TradingFloor;
  readonly #fees = new Map<number, Fee[]>();
  readonly #watches = new Set<OrderWatch>();

  /** @param seats where accounts are kept; without them they are gone with the process */
  constructor(name: string, floor: TradingFloor, seats: KeptSeats | undefined) {
    this.name = name;
    this.#floor = floor;
    const hands = {
      prepare: () => floor.prepare(),
      bring: (stored: StoredAccount | undefined) => this.#bring(stored),
      leave: (isClosing: boolean) => this.#leave(isClosing),
      sum: () => this.#sum(),
      isBusy: () => this.#watches.size > 0 || floor.matching.openOrders(name).length > 0,
    };
    this.seat = seats ? seats.seat(name, hands) : new MemorySeat(hands);
  }

  /** Takes in the effects of a command on this account. */
  heard(event: EngineEvent): void {
    if (event.kind === "order" && event.order.account === this.name) this.#changed(event.order);
    if (event.kind !== "trade") return;
    if (event.maker.account === this.name) this.#traded(event, true);
    if (event.taker.account === this.name) this.#traded(event, false);
  }

  report(order: EngineOrder): OrderReport {
    return orderReport(order, this.#fees.get(order.orderId) ?? []);
  }

  watch(sink: OrderSink): OrderWatch {
    const watch = new OrderWatch(sink, () => this.#watches.delete(watch));
    this.#watches.add(watch);
    return watch;
  }

  /** Every watch has lost its line, and has it again. */
  resync(): void {
    for (const watch of this.#watches) watch.resync();
  }

  #traded(trade: Extract<EngineEvent, { kind: "trade" }>, isMaker: boolean): void {
    const fill = fillReport(trade, isMaker);
    this.fills.push(fill);
    if (this.fills.length > KEPT_FILLS * 1.1) this.fills.splice(0, this.fills.length - KEPT_FILLS);
    const order = isMaker ? trade.maker : trade.taker;
    const { currency, amount } = isMaker ? trade.makerFee : trade.takerFee;
    const before = this.#fees.get(order.orderId)?.[0];
    const paid = amount + (before ? parseAmount(before.amount) : 0n);
    this.#fees.set(order.orderId, [{ currency, amount: formatAmount(paid) }]);
    if (this.#fees.size > KEPT_FILLS) this.#forgetOldestFees();
    this.seat.note(this.#stored(order), fill);
    this.#tell((sink) => sink.fill(fill));
    this.#changed(order);
  }

  #forgetOldestFees(): void {
    const [oldest] = this.#fees.keys();
    if (oldest !== undefined) this.#fees.delete(oldest);
  }

  #changed(order: EngineOrder): void {
    this.seat.note(this.#stored(order));
    const report = this.report(order);
    this.#tell((sink) => sink.order(report));
  }

  #tell(word: (sink: OrderSink) => void): void {
    if (this.#watches.size === 0) return;
    this.seat.after(() => {
      for (const watch of this.#watches) watch.send(word);
    });
  }

  #stored(order: EngineOrder): StoredOrder {
    return { ...order, fees: this.#fees.get(order.orderId) ?? [] };
  }

  #bring(stored: StoredAccount | undefined): void {
    if (!stored) {
      this.#floor.giveMoney(this.name);
      return;
    }
    this.fills.push(...stored.fills);
    for (const { orderId, fees } of stored.orders) if (fees.length > 0) this.#fees.set(orderId, [...fees]);
    this.#floor.restore(stored);
  }

  #leave(isClosing: boolean): void {
    this.#floor.remove(this.name);
    this.fills.length = 0;
    this.#fees.clear();
    if (!isClosing) this.resync();
  }

  #sum(): Pick<StoredAccount, "balances" | "lastOrderId" | "lastTradeId"> {
    const { matching } = this.#floor;
    const { orderId, tradeId } = matching.lastIds;
    return { balances: wholeBalances(matching.balances(this.name)), lastOrderId: orderId, lastTradeId: tradeId };
  }
}

/** Tells one sink, after what caused it has been answered for, as a stream does. */
export class OrderWatch {
  readonly #sink: OrderSink;
  readonly #forget: () => void;
  readonly #waiting: ((sink: OrderSink) => void)[] = [];
  #isStopped = false;

  constructor(sink: OrderSink, forget: () => void) {
    this.#sink = sink;
    this.#forget = forget;
    this.resync();
  }

  resync(): void {
    this.#waiting.length = 0;
    this.send((sink) => sink.resynced());
  }

  send(word: (sink: OrderSink) => void): void {
    this.#waiting.push(word);
    if (this.#waiting.length === 1) queueMicrotask(() => this.#flush());
  }

  stop(): void {
    this.#isStopped = true;
    this.#forget();
  }

  #flush(): void {
    for (let word = this.#waiting.shift(); word && !this.#isStopped; word = this.#waiting.shift()) word(this.#sink);
  }
}
