import type { BookState, Top } from "../../market/index.ts";

/** A book's state, or `empty` where it is live and has nothing on the side or level that was asked for. */
export type ShownState = BookState | "empty";

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
