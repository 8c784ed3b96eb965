/** Whether limits and halts let a slice leave: decided in the transaction that stores it, for all of its orders together. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { DUE_WITHIN_MS } from "../judge-orders.ts";
import type { Firing, SliceRefusal } from "../store-runs.ts";
import { loadFacts } from "./risk-facts.ts";
import { loadSettings } from "./risk-settings.ts";

type Judged = Pick<Firing, "ownerUid" | "strategyId" | "orders" | "nowMs" | "refusedBy">;

/**
 * Something is set for a place of an order: the account $1, its key, the strategy $3. As `loadSettings` finds it.
 *
 * @param place names the owner, the key and the strategy in the statement
 */
export const isRuled = ({
  owner,
  key,
  strategy,
}: {
  owner: string;
  key: string;
  strategy: string;
}): string => `(exists (
    select from trading.risk_halts where scope = 'platform' or scope = 'account' and scope_id = ${owner}
      or scope = 'key' and scope_id = ${key} or scope = 'strategy' and scope_id = ${strategy})
  or exists (
    select from trading.risk_limits where scope = 'account' and scope_id = ${owner}
      or scope = 'key' and scope_id = ${key} or scope = 'strategy' and scope_id = ${strategy}))`;

/**
 * Slices and claims of an account come here one after the other, where something is set for them. Before every other lock of the
 * slice: requests lock the account before its strategies and keys.
 */
export async function lockRuled(tx: Transaction, { ownerUid, strategyId, orders, refusedBy }: Judged): Promise<void> {
  if (!refusedBy) return;
  await tx.query({
    name: "trading.lockOwnerOfSlice",
    text: `select from trading.users where id = $1 and exists (select from unnest($2::bigint[]) as k (id)
      where ${isRuled({ owner: "$1", key: "k.id", strategy: "$3" })}) for no key update`,
    values: [ownerUid, keysOf(orders), strategyId],
  });
}

/** The order that is refused; undefined where all may leave. One question where nothing is set, which is the common case. */
export async function judgeSlice(tx: Transaction, firing: Judged): Promise<SliceRefusal | undefined> {
  const { ownerUid, strategyId, orders, nowMs, refusedBy } = firing;
  if (!refusedBy) return undefined;
  const settings = await loadSettings(tx, { ownerUid, keyIds: keysOf(orders), strategyIds: [strategyId] });
  if (settings.halts.length === 0 && settings.limits.length === 0) return undefined;
  return refusedBy(settings, await loadFacts(tx, [ownerUid], { nowMs, dueMs: nowMs + DUE_WITHIN_MS }));
}

function keysOf(orders: Judged["orders"]): readonly number[] {
  return [...new Set(orders.map(({ keyId }) => keyId))];
}
