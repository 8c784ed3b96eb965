/** What is to be saved of an account, and what waits for it. */
import type { Fill } from "../port.ts";
import type { StoredOrder } from "./account-store.ts";

interface Waiting {
  readonly kept: () => void;
  readonly lost: () => void;
}

export class SeatChange {
  isSome = false;
  orders = new Map<number, StoredOrder>();
  fills: Fill[] = [];
  waiting: Waiting[] = [];

  followedBy(later: SeatChange): SeatChange {
    const both = new SeatChange();
    both.isSome = true;
    both.orders = new Map([...this.orders, ...later.orders]);
    both.fills = [...this.fills, ...later.fills];
    both.waiting = [...this.waiting, ...later.waiting];
    return both;
  }
}
