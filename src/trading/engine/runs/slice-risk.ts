/** Limits, halts, clocks and books as a gate of slices: all orders of a slice pass, or none of them is stored. */
import { refusalText } from "../core/refusal-text.ts";
import { NO_FACTS, type RiskFacts } from "../core/risk-figures.ts";
import type { RiskSettings } from "../risk-store.ts";
import type { NewRunOrder, SliceRefusal } from "../store-runs.ts";
import type { RunContext } from "./run-context.ts";

/** A slice that was refused is not judged again for so long: the answer reads what the whole account has traded. */
const REFUSED_AGAIN_MS = 1_000;

const NOTHING_SET: RiskSettings = { halts: [], limits: [], marks: [] };

/** What refuses a slice by what is known without a question: clocks that differ, and books whose prices are too far apart. */
export function refusedAtOnce(context: RunContext, orders: readonly NewRunOrder[]): SliceRefusal | undefined {
  return refusedBy(context, orders, NOTHING_SET, NO_FACTS);
}

/** The first order of a slice that limits, halts or the market refuse, each counted with those before it. */
export function refusedBy(
  { memory, shared }: RunContext,
  orders: readonly NewRunOrder[],
  settings: RiskSettings,
  facts: RiskFacts,
): SliceRefusal | undefined {
  const { judge, exchanges } = shared.deps;
  const { ownerUid, strategyId } = memory.kept;
  const judged = orders.map(({ keyId, exchange, order }) => {
    const { marketId, side, type, amount, price = null, stopPrice = null } = order;
    return { ownerUid, strategyId, keyId, exchange, marketId, side, type, amount, price, stopPrice };
  });
  const driftOf = (code: string): number => exchanges.find((each) => each.code === code)?.clockDriftMs?.() ?? 0;
  const first = judge.firstRefused(judged, settings, { facts, driftOf });
  return first && { row: orders[first.at]?.row ?? 0, refusal: first.refusal };
}

/** Closes the gate for this slice, and says which limit it is. */
export function closeForRisk(context: RunContext, { row, refusal }: SliceRefusal): void {
  const nowMs = context.nowMs();
  const why = refusalText(refusal);
  const gate = refusal.kind === "halted" ? "halted" : "rows";
  context.log.closed(nowMs, gate, `row ${row}: ${why}`, [{ row, why: `risk: ${refusal.limit ?? why}` }]);
  context.refusedUntilMs = nowMs + REFUSED_AGAIN_MS;
}
