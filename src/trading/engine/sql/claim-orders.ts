/** Allows a sender to send orders, as far as limits and halts let them. */
import type { Transaction } from "../../../kit/sql/database.ts";
import type { RiskRefusal } from "../core/risk.ts";
import { NO_FACTS } from "../core/risk-figures.ts";
import type { Claim, ClaimJudge, OrderTerms } from "../store.ts";
import type { WorkKey } from "../work-keys.ts";
import { loadFacts } from "./risk-facts.ts";
import { loadSettings } from "./risk-settings.ts";

/**
 * Claims orders under the fence of their sender. The halts that are stored when it begins count: a halt that is committed
 * before is never missed. Where something is limited, claims of one account follow each other, so that together they
 * keep within what is counted.
 */
export async function claimOrders(
  tx: Transaction,
  { key, fence, orders, judge }: { key: WorkKey; fence: number; orders: readonly OrderTerms[]; judge: ClaimJudge },
): Promise<Claim> {
  const strategyIds = [...new Set(orders.flatMap(({ strategyId }) => strategyId ?? []))];
  const owner = { ownerUid: key.ownerUid, keyIds: [key.keyId], strategyIds };
  const settings = await loadSettings(tx, owner);
  const isFree = settings.halts.length === 0 && settings.limits.length === 0;
  if (!isFree) await lockClaims(tx, key.ownerUid);
  const facts = isFree ? NO_FACTS : await loadFacts(tx, [key.ownerUid], judge.range());
  const judged = judge.judge(orders, settings, facts);
  const refused = new Map<number, RiskRefusal>();
  for (const [id, { refusal }] of judged) if (refusal) refused.set(id, refusal);
  const allowed = orders.flatMap(({ id }) => (refused.has(id) ? [] : [id]));
  const claimed = allowed.length === 0 ? [] : await markClaimed(tx, fence, allowed);
  return { claimed, refused, states: new Map([...judged].map(([id, { states }]) => [id, states])) };
}

/** Claims of an account come here one after the other. */
async function lockClaims(tx: Transaction, ownerUid: number): Promise<void> {
  await tx.query({
    name: "trading.senderLockOwner",
    text: "select from trading.users where id = $1 for no key update",
    values: [ownerUid],
  });
}

/** An order that is to be cancelled, or that another sender had, is not among the answered ones. */
async function markClaimed(tx: Transaction, fence: number, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ id: number }>({
    name: "trading.senderClaim",
    text: `update trading.orders set claimed_fence = $1, has_command = false, why = ''
      where id = any ($2::bigint[]) and claimed_fence is null and state = 'created' and cancel_asked_ms is null
      returning id`,
    values: [fence, ids],
  });
  return rows.map(({ id }) => id);
}
