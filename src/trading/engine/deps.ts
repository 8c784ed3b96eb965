/** The dependencies of the endpoints of the engine. */
import type { HeldOrders } from "./held-orders.ts";
import type { HaltDesk } from "./halt-orders.ts";
import type { OrderJudge } from "./judge-orders.ts";
import type { RiskStore } from "./risk-store.ts";
import type { UnknownOrders } from "./sql/unknown-orders.ts";
import type { ListedOrder, OrderStore } from "./store.ts";

export interface OrderDeps {
  readonly orders: OrderStore;
  readonly orderNews: OrderNews;
}

export interface HeldOrderDeps {
  readonly heldOrders: HeldOrders;
}

export interface RiskDeps {
  readonly risk: RiskStore;
  readonly orderJudge: OrderJudge;
  readonly haltDesk: HaltDesk;
}

export interface UnknownOrderDeps {
  readonly unknownOrders: UnknownOrders;
}

/** The outcome of orders, for requests that wait a moment for it. */
export interface OrderNews {
  /** Something was left for the senders to do. */
  asked(): void;
  /**
   * The orders as soon as `isDone` holds for them, or as they are after some seconds. A request whose change is not
   * committed yet does not wait: nothing can happen to its orders.
   */
  wait(ids: readonly number[], isDone: (orders: readonly ListedOrder[]) => boolean): Promise<readonly ListedOrder[]>;
}
