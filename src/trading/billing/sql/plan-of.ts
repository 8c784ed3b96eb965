/** Which plan an account has. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { packagesUpTo, type BaseId } from "../core/packages.ts";
import { FREE_TERMS, planFor, type Overrides, type Plan } from "../core/terms.ts";

/** The terms of an account as stored; null for an account that never chose. */
export interface PlanRow {
  readonly base_id: BaseId | null;
  readonly overrides: string | null;
}

/** The plan of a row of `trading.subscriptions`, or of no row. */
export function planOfRow({ base_id: baseId, overrides }: PlanRow): Plan {
  if (baseId === null) return planFor(FREE_TERMS);
  return planFor({ baseId, overrides: JSON.parse(overrides ?? "{}") as Overrides });
}

/** The plan of a main account, for everything that limits it; the free one for an account that has never chosen. */
export async function planOf(q: Queryable, ownerUid: number): Promise<Plan> {
  const [row] = await q.query<PlanRow>({
    name: "trading.planOf",
    text: "select base_id, overrides from trading.subscriptions where owner_id = $1",
    values: [ownerUid],
  });
  return planOfRow(row ?? { base_id: null, overrides: null });
}

/** The same of several accounts, by account, in one statement. An account that has never chosen is not in it. */
export async function plansOf(q: Queryable, ownerUids: readonly number[]): Promise<ReadonlyMap<number, Plan>> {
  if (ownerUids.length === 0) return new Map();
  const rows = await q.query<{ readonly owner_id: number; readonly base_id: BaseId; readonly overrides: string }>({
    name: "trading.plansOf",
    text: "select owner_id, base_id, overrides from trading.subscriptions where owner_id = any ($1::bigint[])",
    values: [ownerUids],
  });
  return new Map(rows.map(({ owner_id, base_id, overrides }) => [owner_id, planOfRow({ base_id, overrides })]));
}

/** Ids of the packages that an account has reached: its own and all smaller ones. Changed settings do not count. */
export async function packagesReached(q: Queryable, ownerUid: number): Promise<readonly BaseId[]> {
  const [row] = await q.query<{ readonly base_id: BaseId }>({
    name: "trading.baseOf",
    text: "select base_id from trading.subscriptions where owner_id = $1",
    values: [ownerUid],
  });
  return packagesUpTo(row?.base_id ?? FREE_TERMS.baseId);
}
