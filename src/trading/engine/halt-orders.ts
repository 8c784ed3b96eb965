/** Stops new orders. A halt is answered when no process sends anything against it any more. */
import type { Clock } from "../../kit/time/clock.ts";
import { toMillis } from "../../kit/time/instant.ts";
import type { Halted, NewHalt, RiskStore } from "./risk-store.ts";

export interface HaltDesk {
  /** Durable at once. Waits until every process that sends obeys it. */
  halt(halt: NewHalt): Promise<HaltOutcome>;
}

export interface HaltOutcome {
  /** Orders that are to be cancelled. */
  readonly cancelled: number;
  /** Processes that have not said that they obey it: 0 where no new order can leave. */
  readonly unaware: number;
  readonly mode: Halted["mode"];
}

/** Longer than the lease of a sender: one that is dead cannot hold up an answer for this long. */
const LONGEST_WAIT_MS = 10_000;
const LOOK_MS = 10;

/**
 * @param store on the pool: other processes must see the stored halt before the request is answered, so it is never
 *   part of the transaction of a request
 * @param asked notifies the senders of a new halt
 */
export function haltDesk(
  store: Pick<RiskStore, "halt" | "countUnaware">,
  { clock, asked }: { readonly clock: Clock; readonly asked: () => void },
): HaltDesk {
  return {
    async halt(wanted) {
      const { epoch, cancelled, mode } = await store.halt(wanted);
      asked();
      const endMs = toMillis(clock.now()) + LONGEST_WAIT_MS;
      for (;;) {
        const unaware = await store.countUnaware(epoch);
        if (unaware === 0 || toMillis(clock.now()) >= endMs) return { cancelled, unaware, mode };
        await clock.sleep(LOOK_MS);
      }
    },
  };
}
