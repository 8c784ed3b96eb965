/** The announcements of writers to the read models of all processes, in the transaction of the change. */
import type { Transition } from "../presence/index.ts";

/** The topic of the change feed under which changes of players and tribes stand. */
export const PLAYERS_TOPIC = "players.changes";

/**
 * One change. Readers reload the rows that it names: everything that is shown of them may have changed, the list of a
 * tribe's members included. A writer names both the tribe that a player left and the one that the player joined.
 */
export interface AnnouncedChange {
  /** Player ids, as decimal text. */
  readonly players?: readonly string[];
  readonly tribes?: readonly number[];
  /** Platform accounts: every player who has one of them must be reloaded. */
  readonly accounts?: readonly string[];
  /** Accounts of people who were erased, as their tombstones in hexadecimal digits. */
  readonly erased?: readonly string[];
  /** Joins, moves and leaves, for their listeners. Each also counts as its account in `accounts`. */
  readonly transitions?: readonly Transition[];
}
