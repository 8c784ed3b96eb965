/** Whether orders may still leave that a sender was allowed to send, before a stop is answered. */
import type { Clock } from "../../kit/time/clock.ts";
import { toMillis } from "../../kit/time/instant.ts";

export interface HeldOrders {
  /**
   * Waits until each of these orders has left or cannot leave any more, after its end was asked for. A request whose change
   * is not committed yet waits after its commit, before it is answered.
   *
   * @returns those that may still leave after some seconds: a process that sends has not confirmed them
   */
  wait(ids: readonly number[]): Promise<ReadonlySet<number>>;
}

/** Longer than the lease of a sender: one that is dead cannot hold up an answer for this long. */
const LONGEST_WAIT_MS = 5_000;
const LOOK_MS = 10;

/**
 * @param listHeld those of the orders that a process may still send
 * @param asked notifies the senders
 */
export function heldOrders(
  listHeld: (ids: readonly number[]) => Promise<readonly number[]>,
  { clock, asked }: { readonly clock: Clock; readonly asked: () => void },
): HeldOrders {
  return {
    async wait(ids) {
      if (ids.length === 0) return new Set();
      asked();
      const endMs = toMillis(clock.now()) + LONGEST_WAIT_MS;
      for (let held = ids; ; await clock.sleep(LOOK_MS)) {
        held = await listHeld(held);
        if (held.length === 0 || toMillis(clock.now()) >= endMs) return new Set(held);
      }
    },
  };
}
