/** Recognises a query that names its player by an identifier, so that the caller looks it up instead of searching. */
import { parseAccountId } from "../platform/index.ts";

/** The kinds of query besides a name. Several may be set: 17 digits can be an account and a player id. */
export interface Identifiers {
  /** A platform account as this service writes it. */
  readonly platformId?: string;
  /** A player or tribe id, 0 to 2^63 - 1. */
  readonly id?: bigint;
}

const PLAIN_DIGITS = /^\d{1,19}$/u;
const LARGEST_ID = 2n ** 63n - 1n;

/**
 * The identifiers that a trimmed query can mean; none for most queries. Only ASCII digits count. Leading zeros are
 * allowed in an id, since people paste them.
 */
export function identifiersOf(query: string): Identifiers {
  const platformId = parseAccountId(query);
  const id = PLAIN_DIGITS.test(query) ? BigInt(query) : undefined;
  return {
    ...(platformId === undefined ? {} : { platformId }),
    ...(id === undefined || id > LARGEST_ID ? {} : { id }),
  };
}
