/** How far followers are notified at once: a page of them, after which the next one begins. */

/** A follower of what was found, in the order in which they are notified: by telling, then by user. */
interface Told {
  readonly tellingId: number;
  readonly uid: number;
}

export interface TellingPage<Row extends Told> {
  /** The users to notify now: all rows of a user, or none. */
  readonly told: readonly Row[];
  /** Tellings that are over. */
  readonly done: readonly number[];
  /** The one in the midst of which the page ends: its users up to this one are notified. */
  readonly partly: { readonly id: number; readonly afterUid: number } | undefined;
}

/**
 * @param ids of all tellings that the rows were asked of, rising
 * @param rows the first followers of these, at most `most`
 */
export function tellingPage<Row extends Told>(
  ids: readonly number[],
  rows: readonly Row[],
  most: number,
): TellingPage<Row> {
  const last = rows.at(-1);
  if (!last || rows.length < most) return { told: rows, done: ids, partly: undefined };
  const whole = rows.filter(({ tellingId, uid }) => tellingId !== last.tellingId || uid !== last.uid);
  // One user fills the page: what more the user follows is not named.
  const told = whole.length > 0 ? whole : rows;
  const reached = told.at(-1);
  return {
    told,
    done: ids.filter((id) => id < last.tellingId),
    partly: reached?.tellingId === last.tellingId ? { id: last.tellingId, afterUid: reached.uid } : undefined,
  };
}
