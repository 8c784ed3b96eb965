/** How far back an exchange tells what an account did. What is older is missing in its answers, without a word of it. */
export interface HistoryReach {
  /** Ended orders, where none are asked for by their time: those of the last milliseconds; undefined for all. */
  readonly endedOrdersMs?: number | undefined;
  /** Own trades, from whichever time on they are asked for: those of the last milliseconds; undefined for all. */
  readonly fillsMs?: number | undefined;
}
