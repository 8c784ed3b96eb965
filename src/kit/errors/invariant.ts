/** A promise that the program itself broke. It fails the request, never the process. */
class BrokenInvariant extends Error {
  override readonly name = "BrokenInvariant";
}

/**
 * States what must hold here. Write the condition's meaning as a positive statement:
 * `invariant(page.length <= limit, "a page holds at most `limit` rows")`.
 *
 * @throws BrokenInvariant when it does not hold.
 */
export function invariant(condition: unknown, statement: string): asserts condition {
  if (!condition) throw new BrokenInvariant(`broken promise: ${statement}`);
}
