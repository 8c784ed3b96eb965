/** Stops that are held here: their triggers, and what waits for them. */
import { formatFine } from "../../../kit/money/fine.ts";
import { isTriggered, trailedTicks, type ChildOrder, type RowSettings } from "../../algorithms/index.ts";
import type { DutyOrder } from "../core/duties.ts";
import type { RunMemory } from "./run-memory.ts";

/** By row, in ticks. */
export type Triggers = Map<number, bigint>;

/**
 * Moves the trigger of a stop with the price, and remembers it. The first look arms the stop: it is met at the next one at
 * the earliest. `isReached` tells of a price that is there already.
 */
export function moveTrigger(
  triggers: Triggers,
  { row, side, triggerTicks = 0n, reference }: ChildOrder,
): { readonly ticks: bigint; readonly isMet: boolean; readonly isReached: boolean } {
  const known = triggers.get(row.row);
  const ticks =
    known === undefined ? triggerTicks : row.wire.isTrailing ? trailedTicks(row, side, known, reference) : known;
  triggers.set(row.row, ticks);
  const isReached = isTriggered(row.grid, side, ticks, reference);
  return { ticks, isMet: known !== undefined && isReached, isReached };
}

/**
 * Whether the row's stop was met already, and its order ended before it traded this quantity. Such a row sends another order. A new
 * stop would be set from the present price, and protect less. After a cancel by hand the row arms a new one.
 */
export function isStillMet(
  { orders, newest }: Pick<RunMemory, "orders" | "newest">,
  { row }: Pick<RowSettings, "row">,
  amount: bigint,
): boolean {
  const last = orders.of(row).findLast(({ kind }) => kind === "slice");
  const terms = last && newest.get(last.id)?.terms;
  if (!last?.isOver || !terms || last.state === "canceled" || terms.cancelAskedMs !== null) return false;
  // Where the exchange waited for the price, only a trade shows that it was met.
  const waitedThere = terms.type === "stop" || terms.type === "stop_limit";
  return last.amount - last.filled >= amount && (!waitedThere || last.filled > 0n);
}

/** Whether a row is a stop of any kind. */
export function isStop({ wire }: Pick<RowSettings, "wire">): boolean {
  return wire.type === "stop" || wire.type === "stop_limit";
}

/** Whether an order waits for the price of its row's stop. Another attempt does not: the price was reached before. */
export function waitsForTrigger(row: RowSettings | undefined, { kind }: Pick<DutyOrder, "kind">): boolean {
  return row !== undefined && kind === "hedge" && isStop(row);
}

/** The order of a stop whose trigger is met: it needs no trigger any more, whatever the exchange holds. */
export function releasedStop(child: ChildOrder): ChildOrder {
  const { row } = child;
  const type = row.wire.type === "stop_limit" ? "limit" : "market";
  return { ...child, triggerTicks: undefined, row: { ...row, wire: { ...row.wire, type, isTrailing: false } } };
}

/** What a stop says that is armed where its price is there already: it trades at the next look. */
export const REACHED_ALREADY = ", which the price has reached already";

/** A trigger as users read it. */
export function triggerText({ grid }: Pick<RowSettings, "grid">, ticks: bigint): string {
  return formatFine(ticks * grid.tick);
}
