/** What has happened to the orders of one account, and who is told of it. */
import { formatAmount, parseAmount } from "../../../kit/money/amount.ts";
import type { EngineEvent, EngineOrder } from "../../simulation/index.ts";
import type { Fee, Fill, OrderReport, OrderSink } from "../port.ts";
import { fillReport, orderReport } from "./engine-reports.ts";

const KEPT_FILLS = 10_000;

/** What happened to the orders of one name on a floor; shared by all who opened its account. */
export class AccountRecord {
  readonly name: string;
  readonly fills: Fill[] = [];
  readonly #idPrefix: string;
  readonly #fees = new Map<number, Fee[]>();
  readonly #watches = new Set<OrderWatch>();

  constructor(name: string, idPrefix: string) {
    this.name = name;
    this.#idPrefix = idPrefix;
  }

  /** Takes in what concerns it of what a command has done. */
  heard(event: EngineEvent): void {
    if (event.kind === "order" && event.order.account === this.name) this.#tell(event.order);
    if (event.kind !== "trade") return;
    if (event.maker.account === this.name) this.#traded(event, true);
    if (event.taker.account === this.name) this.#traded(event, false);
  }

  report(order: EngineOrder): OrderReport {
    return orderReport(order, this.#fees.get(order.orderId) ?? [], this.#idPrefix);
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
    const fill = fillReport(trade, isMaker, this.#idPrefix);
    this.fills.push(fill);
    if (this.fills.length > KEPT_FILLS * 1.1) this.fills.splice(0, this.fills.length - KEPT_FILLS);
    const order = isMaker ? trade.maker : trade.taker;
    const { currency, amount } = isMaker ? trade.makerFee : trade.takerFee;
    const before = this.#fees.get(order.orderId)?.[0];
    const paid = amount + (before ? parseAmount(before.amount) : 0n);
    this.#fees.set(order.orderId, [{ currency, amount: formatAmount(paid) }]);
    if (this.#fees.size > KEPT_FILLS) this.#forgetOldestFees();
    for (const watch of this.#watches) watch.send((sink) => sink.fill(fill));
    this.#tell(order);
  }

  #forgetOldestFees(): void {
    const [oldest] = this.#fees.keys();
    if (oldest !== undefined) this.#fees.delete(oldest);
  }

  #tell(order: EngineOrder): void {
    if (this.#watches.size === 0) return;
    const report = this.report(order);
    for (const watch of this.#watches) watch.send((sink) => sink.order(report));
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
