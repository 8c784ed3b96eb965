import type { Clock } from "../../kit/time/clock.ts";
import type { OrderNews } from "./deps.ts";
import type { OrderStore } from "./store.ts";

/** How long a request waits for its orders, and how often it looks. */
const WAIT_MS = 3_000;
const FIRST_LOOK_MS = 15;
const LONGEST_LOOK_MS = 150;

export function orderNews(orders: OrderStore, clock: Clock, asked: () => void): OrderNews {
  return {
    asked,
    async wait(ids, isDone) {
      const endMs = clock.now() / 1000 + WAIT_MS;
      for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(LONGEST_LOOK_MS, waitMs * 1.5)) {
        const found = await orders.readOrders(ids);
        if (isDone(found) || clock.now() / 1000 >= endMs) return found;
        await clock.sleep(waitMs);
      }
    },
  };
}
