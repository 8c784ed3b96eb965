/**
 * - `no-answer`: nothing came back in time, or nothing listens there.
 * - `unknown-host`: the name of the machine has no address.
 * - `bad-answer`: the answer is not that of such a game server.
 * - `not-listed`: Epic's public list answered and does not hold the server.
 * - `not-allowed`: asking would go to the internet, which is switched off.
 */
export type QueryFailure = "no-answer" | "unknown-host" | "bad-answer" | "not-listed" | "not-allowed";

export interface QueryErrorOptions {
  /** A sentence for operators alone: the server's address. */
  readonly detail?: string | undefined;
  readonly cause?: unknown;
}

/**
 * A game server could not be asked. Does not name its players. `says` is a sentence for every caller, `message` is for
 * operators: it adds the detail.
 */
export class QueryError extends Error {
  override readonly name = "QueryError";
  readonly kind: QueryFailure;

  readonly says: string;
  readonly detail: string | undefined;

  constructor(kind: QueryFailure, says: string, { detail, cause }: QueryErrorOptions = {}) {
    super(detail === undefined ? says : `${says} ${detail}`, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.says = says;
    this.detail = detail;
  }
}
