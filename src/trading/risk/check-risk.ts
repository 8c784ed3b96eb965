import type { ConnectedExchangeDeps } from "../exchanges/index.ts";
import { DUE_WITHIN_MS, haltsOf, refusalText, type JudgedOrder, type RiskDeps } from "../engine/index.ts";
import { riskErrors } from "./errors.ts";

/**
 * Whether an order may be sent as things are now. Asked before it is stored, so that a caller gets the refusal at
 * once. It is asked again when the order is due: an order that passes here may still be refused then.
 *
 * @throws riskErrors.limit, halted
 */
export async function checkRisk(
  { risk, orderJudge, connectedExchange }: Pick<RiskDeps, "risk" | "orderJudge"> & ConnectedExchangeDeps,
  order: JudgedOrder,
): Promise<void> {
  const { ownerUid, keyId, strategyId } = order;
  const settings = await risk.loadSettings({
    ownerUid,
    keyIds: [keyId],
    strategyIds: strategyId === null ? [] : [strategyId],
  });
  const isFree = settings.halts.length === 0 && settings.limits.length === 0;
  const { nowMs } = orderJudge.range();
  const facts = isFree ? undefined : await risk.loadFacts([ownerUid], { nowMs, dueMs: nowMs + DUE_WITHIN_MS });
  const states = facts ? orderJudge.statesOf(order, settings, facts) : [];
  const driftMs = connectedExchange(order.exchange)?.clockDriftMs?.() ?? 0;
  const refusal = orderJudge.refusalOf(order, states, haltsOf(order, settings), driftMs);
  if (!refusal) return;
  const { scope, limit } = refusal;
  const details = { scope: scope ?? null, limit: limit ?? null };
  throw riskErrors[refusal.kind]({ reason: refusalText(refusal), details });
}
