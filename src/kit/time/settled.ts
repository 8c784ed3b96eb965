/** Resolves when `promise` has ended, whichever way. For what is only waited for. */
export function settled(promise: Promise<unknown>): Promise<void> {
  return promise.then(
    () => undefined,
    () => undefined,
  );
}
