/** A start that a signal may stop at any moment, and the stop of the process, then or later. */
import { setTimeout as delay } from "node:timers/promises";
import { parts, type Parts } from "./parts.ts";
import { onShutdown } from "./shutdown.ts";

/** How long a stop waits for the step of the start that is under way, before it closes the parts that the step uses. */
const STEP_MS = 3_000;

export interface StoppableStart {
  /** What the process closes at its end, in the opposite order. */
  readonly opened: Parts;
  /** Aborted when the process is stopped. The start then throws its reason after the step that is under way. */
  readonly signal: AbortSignal;
  /** The start is over. */
  readonly done: () => void;
  /**
   * Closes everything after a start that failed.
   *
   * @throws the failure, unless the start was stopped: the signal then ends the process
   */
  readonly failed: (error: unknown) => Promise<void>;
}

/** Listens for the signals that stop the process from now on. The caller calls `done` or `failed`. */
export function stoppableStart(log: Parameters<typeof parts>[0] & Parameters<typeof onShutdown>[0]): StoppableStart {
  const opened = parts(log);
  const stopping = new AbortController();
  let done: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    done = resolve;
  });
  onShutdown(log, async () => {
    stopping.abort(new Error("stopped"));
    await Promise.race([over, delay(STEP_MS)]);
    await opened.stopAll();
  });
  return {
    opened,
    signal: stopping.signal,
    done,
    async failed(error) {
      const isStopped = stopping.signal.aborted;
      done();
      await opened.stopAll();
      if (!isStopped) throw error;
      log.debug({ err: error }, "the start was stopped");
    },
  };
}
