/** The rows of a slice as they would be sent now: those that are sent with another get its quantity. */
import type { ChildOrder, RowSettings } from "../../algorithms/index.ts";
import { ratioOf } from "../core/duties.ts";
import type { RowPlan } from "../core/slice.ts";
import { planRunRow } from "./plan-orders.ts";
import { Reducing } from "./reducing.ts";
import type { RunContext } from "./run-context.ts";

type Side = "buy" | "sell";
type Plan = RowPlan<ChildOrder>;

/** It sends nothing, and holds up no other row. */
const NOTHING: Plan = { kind: "ended", dust: 0n };

/** @param fromCondition the side of the condition that held; undefined where none did */
export function planRows(
  { memory, plan, triggers }: RunContext,
  fromCondition: Side | undefined,
): { readonly row: number; readonly plan: Plan }[] {
  const { slicing } = memory.playbook;
  const planned = new Map<number, Plan>();
  const reducing = new Reducing(memory);
  const planOne = (row: RowSettings, side: Side, follows?: bigint): Plan => {
    const made = planRunRow(plan, row, side, triggers, { follows, reducible: reducing.most(row, side) });
    if (made.kind === "order") reducing.add(row, side, made.child.amountSteps * row.grid.step);
    return made;
  };
  const planFirst = (row: RowSettings): Plan => {
    const side = row.side === "from_condition" ? fromCondition : row.side;
    if (side === undefined) return { kind: "refused", why: "no condition that holds names a side" };
    return planOne(row, side);
  };
  const planFollowing = (row: RowSettings): Plan => {
    const leader = slicing.find((each) => each.row === row.dependsOn);
    const sent = leader && planOf(leader);
    // A leader that holds the slice up says why, for both.
    if (!leader || sent?.kind !== "order") return NOTHING;
    const { child } = sent;
    const side = row.side === "from_condition" ? oppositeOf(child.side) : row.side;
    const { own, other } = ratioOf(row, leader);
    return planOne(row, side, (child.amountSteps * leader.grid.step * own) / other);
  };
  const planOf = (row: RowSettings): Plan => {
    const known = planned.get(row.row);
    if (known) return known;
    const made = row.dependsOn === null ? planFirst(row) : planFollowing(row);
    planned.set(row.row, made);
    return made;
  };
  const plans = slicing.map((row) => ({ row: row.row, plan: planOf(row) }));
  // With no open order, and no row that sends more, there will never be anything to reduce.
  const isOver =
    memory.orders.open.length === 0 && plans.every(({ plan: { kind } }) => kind === "ended" || kind === "idle");
  return isOver ? plans.map(({ row }) => ({ row, plan: NOTHING })) : plans;
}

function oppositeOf(side: Side): Side {
  return side === "buy" ? "sell" : "buy";
}
