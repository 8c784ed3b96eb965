/** Waits for what cannot be stopped, or for the word that nobody needs it any more. */

/** @throws the signal's reason when it is aborted first; what `work` rejects with after that is nobody's concern. */
export async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop) signal.removeEventListener("abort", stop);
  }
}
