/** Values of a row that its orders have no use for: taken as they are, they would be ignored without a word. */
import { wireType } from "./order-types.ts";
import type { Cells } from "./profile-cells.ts";
import type { RowOfAlgorithm } from "./profile-rows.ts";

/** What a row is, as far as it decides what its orders have a use for. */
interface RowNature {
  readonly orderType: RowOfAlgorithm["orderType"];
  readonly wire: ReturnType<typeof wireType>;
  readonly isStop: boolean;
  /** It trades what the fills of another row come to. */
  readonly followsFills: boolean;
}

/** Adds a problem for each value of a row that would be ignored. */
export function checkUnused(cells: Cells, executions: readonly RowOfAlgorithm[], index: number): void {
  const execution = executions[index];
  if (!execution) return;
  const nature = natureOf(execution);
  checkPrice(cells, nature, index);
  checkHolds(cells, nature, index);
  if (nature.followsFills) checkParent(cells, executions, index);
}

function natureOf(execution: RowOfAlgorithm): RowNature {
  const { orderType, dependsOn } = execution;
  const wire = wireType(orderType, dependsOn !== null);
  const isStop = wire.type === "stop" || wire.type === "stop_limit";
  return { orderType, wire, isStop, followsFills: followsFills(execution) };
}

function followsFills({ dependsOn, trigger }: RowOfAlgorithm): boolean {
  return dependsOn !== null && (trigger === "on_fill" || trigger === "on_partial_fill");
}

/** A price that nothing is sent with would look like a bound. */
function checkPrice(cells: Cells, { orderType, wire }: RowNature, index: number): void {
  if (wire.type !== "market" && wire.type !== "stop") return;
  if (cells.text("executable_priceexact", index) !== "") {
    const instead = wire.type === "market" ? "taker" : "stop_limit";
    cells.add("executable_priceexact", index, `must be empty: ${orderType} sends no limit price. Use ${instead}`);
  }
  if (wire.type === "market" && (cells.fine("executable_priceoffset", index) ?? 0n) !== 0n) {
    cells.add("executable_priceoffset", index, "must be 0: market sends no price. Use taker");
  }
}

/** What could hold an order back, or end it, of rows that nothing holds back. */
function checkHolds(cells: Cells, { orderType, wire, isStop, followsFills: follows }: RowNature, index: number): void {
  const who = isStop
    ? `a ${orderType} trades when its price is reached`
    : "a row that follows fills trades what it owes";
  if ((isStop || follows) && cells.text("executable_obqtycumulativecheck", index) !== "0") {
    cells.add("executable_obqtycumulativecheck", index, `must be 0: ${who}, however little the book offers`);
  }
  if (follows && cells.text("executable_toleranceminimum", index) !== "") {
    cells.add("executable_toleranceminimum", index, `must be empty: ${who}, however its price has moved`);
  }
  // Its trigger waits here, and what is sent at last is a market order.
  if (
    (wire.isTrailing || (follows && wire.type === "stop")) &&
    cells.text("executable_maximumtimelive", index) !== "0"
  ) {
    cells.add("executable_maximumtimelive", index, `must be 0: a ${orderType} waits until its price is reached`);
  }
}

/** What a row owes is traded in full: a total below that would be passed over. */
function checkParent(cells: Cells, executions: readonly RowOfAlgorithm[], index: number): void {
  const own = cells.fine("executable_parents", index);
  if (own === undefined) return;
  const owed = owedBy(cells, executions, index);
  if (owed !== undefined && own >= owed) return;
  cells.add(
    "executable_parents",
    index,
    "must be empty, or no less than what the row comes to owe: it trades that in full",
  );
}

/** The most that a row may come to trade, base units of 1e-18; undefined where it is not bounded. */
function owedBy(cells: Cells, executions: readonly RowOfAlgorithm[], index: number, depth = 0): bigint | undefined {
  const execution = executions[index];
  if (!execution || depth > executions.length) return undefined;
  const { dependsOn } = execution;
  if (dependsOn === null) return cells.fine("executable_parents", index) ?? cells.fine("parent");
  const leader = owedBy(cells, executions, dependsOn, depth + 1);
  if (leader === undefined) return followsFills(execution) ? undefined : cells.fine("executable_parents", index);
  const [child, other] = [cells.fine("executable_values", index), cells.fine("executable_values", dependsOn)];
  const all =
    child !== undefined && other !== undefined && child > 0n && other > 0n ? (leader * child) / other : leader;
  const bound = followsFills(execution) ? undefined : cells.fine("executable_parents", index);
  return bound !== undefined && bound < all ? bound : all;
}
