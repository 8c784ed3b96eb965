/** The unsaved changes of an account, and the work that waits for them. */
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
