/** Repeats an action until it is stopped. */
import type { Clock } from "../../kit/time/clock.ts";
import type { TendedPart } from "./tending.ts";

export interface Repetition {
  readonly clock: Clock;
  /** From the end of one time to the next; the first is at once. */
  readonly everyMs: number;
  readonly signal: AbortSignal;
}

/** `task` handles its own failures, and ends soon after its signal. */
export function repeat(
  { clock, everyMs, signal }: Repetition,
  task: (signal: AbortSignal) => Promise<void>,
): TendedPart {
  const stopping = new AbortController();
  const either = AbortSignal.any([signal, stopping.signal]);
  const run = async (): Promise<void> => {
    while (!either.aborted) {
      await task(either);
      await clock.sleep(everyMs, either).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort(new Error("it was stopped"));
      await running;
    },
  };
}
