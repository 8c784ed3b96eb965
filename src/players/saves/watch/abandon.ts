/** Waiting for a file system that may never answer: a lost share keeps its callers for minutes, or for good. */

export interface Abandonable {
  /** Waits for `work`, or rejects as soon as the signal is aborted. Work that was begun then ends unseen. */
  <Result>(work: Promise<Result>): Promise<Result>;
}

/**
 * Makes a wait that ends with `signal`, using one listener for any number of waits. `onAnswer` is called at every end.
 */
export function abandonWith(signal: AbortSignal, onAnswer: () => void): Abandonable {
  const waiting = new Set<(reason: unknown) => void>();
  signal.addEventListener(
    "abort",
    () => {
      for (const reject of waiting) reject(signal.reason);
    },
    { once: true },
  );
  return async (work) => {
    let giveUp: ((reason: unknown) => void) | undefined;
    try {
      return await new Promise((resolve, reject) => {
        giveUp = reject;
        waiting.add(reject);
        work.then(resolve, reject);
        if (signal.aborted) reject(signal.reason as Error);
      });
    } finally {
      if (giveUp) waiting.delete(giveUp);
      onAnswer();
    }
  };
}
