/**
 * - `no-answer`: nothing came back in time, or nothing listens there.
 * - `unknown-host`: the name of the machine has no address.
 * - `bad-answer`: the answer is not that of such a game server.
 * - `not-listed`: Epic's public list answered and does not hold the server.
 * - `not-allowed`: asking would go to the internet, which is switched off.
 */
export type QueryFailure = "no-answer" | "unknown-host" | "bad-answer" | "not-listed" | "not-allowed";

/** A game server could not be asked. Does not name its players. The message is a plain sentence to be shown. */
export class QueryError extends Error {
  override readonly name = "QueryError";
  readonly kind: QueryFailure;

  constructor(kind: QueryFailure, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.kind = kind;
  }
}
