/** The engine's record of one customer: money and orders. */
import type { EngineOrder, OrderKey } from "./commands.ts";
import type { KeptOrder } from "./kept-order.ts";

/** Money in one currency, in units of 1e-8. Neither part is ever below zero. */
export interface Purse {
  free: bigint;
  /** Stands by for open orders. */
  held: bigint;
}

export class Account {
  readonly name: string;
  readonly purses = new Map<string, Purse>();
  readonly #open = new Map<number, KeptOrder>();
  readonly #byClientId = new Map<string, KeptOrder>();
  /** The last final orders. A full ring overwrites its oldest. */
  readonly #closed: KeptOrder[] = [];
  readonly #keepClosed: number;
  #closedCount = 0;

  constructor(name: string, keepClosed: number) {
    this.name = name;
    this.#keepClosed = keepClosed;
  }

  purse(currency: string): Purse {
    let purse = this.purses.get(currency);
    if (!purse) {
      purse = { free: 0n, held: 0n };
      this.purses.set(currency, purse);
    }
    return purse;
  }

  get open(): Iterable<KeptOrder> {
    return this.#open.values();
  }

  hasOpen(clientOrderId: string): boolean {
    return this.#byClientId.get(clientOrderId)?.state === "open";
  }

  add(order: KeptOrder): void {
    this.#open.set(order.orderId, order);
    if (order.clientOrderId !== "") this.#byClientId.set(order.clientOrderId, order);
  }

  /** Files an order that has become final. */
  close(order: KeptOrder): void {
    this.#open.delete(order.orderId);
    if (this.#keepClosed === 0) {
      this.#forget(order);
      return;
    }
    const place = this.#closedCount++ % this.#keepClosed;
    const oldest = this.#closed[place];
    if (oldest) this.#forget(oldest);
    this.#closed[place] = order;
  }

  findOpen(marketId: string, key: OrderKey): KeptOrder | undefined {
    const order = "orderId" in key ? this.#open.get(key.orderId) : this.#byClientId.get(key.clientOrderId);
    return order?.marketId === marketId && order.state === "open" ? order : undefined;
  }

  /** Open or final; the latest, where a client order id was used again. */
  find(marketId: string, key: OrderKey): KeptOrder | undefined {
    if ("clientOrderId" in key) {
      const order = this.#byClientId.get(key.clientOrderId);
      return order?.marketId === marketId ? order : undefined;
    }
    const { orderId } = key;
    const order = this.#open.get(orderId) ?? this.#closed.find((each) => each.orderId === orderId);
    return order?.marketId === marketId ? order : undefined;
  }

  /** Final ones, newest first. */
  closed(marketId: string, limit: number): EngineOrder[] {
    const found: EngineOrder[] = [];
    const oldest = Math.max(0, this.#closedCount - this.#keepClosed);
    for (let place = this.#closedCount - 1; place >= oldest && found.length < limit; place--) {
      const order = this.#closed[place % this.#keepClosed];
      if (order?.marketId === marketId) found.push(order.copy());
    }
    return found;
  }

  #forget(order: KeptOrder): void {
    if (this.#byClientId.get(order.clientOrderId) === order) this.#byClientId.delete(order.clientOrderId);
  }
}
