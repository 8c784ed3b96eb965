import type { BookState, Top } from "../../market/index.ts";

/**
 * A book's state. For a live book without a price of the requested side and level: `empty` if there is none, or
 * `best-only` if this process knows only the best prices.
 */
export type ShownState = BookState | "empty" | "best-only";

/** The first of two states that keeps prices from being shown; `live` when there is none. */
export function worseOf(one: ShownState, other: ShownState): ShownState {
  return one === "live" ? other : one;
}

export function askState({ state, askPrice }: Top): ShownState {
  return state === "live" && askPrice === 0 ? "empty" : state;
}

export function bidState({ state, bidPrice }: Top): ShownState {
  return state === "live" && bidPrice === 0 ? "empty" : state;
}

/** The member that tells why a message has no data. */
export function stateRemark(state: ShownState): string {
  return state === "live" ? "" : `,"state":"${state}"`;
}
