/** A user, as the rest of the platform sees it. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { planOfRow } from "../../billing/index.ts";
import { stampOf } from "../access-epochs.ts";
import type { KnownUser } from "../api-key.ts";
import { countedRights, type RightsRow } from "../counted-rights.ts";

interface Row extends RightsRow {
  readonly owner_id: number | null;
  readonly role: KnownUser["role"];
  readonly must_use_twofactor: boolean;
  readonly has_twofactor: boolean;
  readonly epoch: string | null;
  readonly owner_epoch: string | null;
}

/** A user with the epochs of itself and of its owner: where both are still the same, so is the user. */
type StampedUser = KnownUser & { readonly stamp: string };

const SELECT = `select users.owner_id, users.role, users.rights, coalesce(sub.force_twofactor, false) as must_use_twofactor,
    factor.confirmed_at is not null as has_twofactor, plan.base_id, plan.overrides,
    (select epoch from trading.access_epochs e where e.uid = users.id) as epoch,
    (select epoch from trading.access_epochs e where e.uid = coalesce(users.owner_id, users.id)) as owner_epoch
  from trading.users users
  left join trading.users owner on owner.id = users.owner_id
  left join trading.subaccounts sub on sub.uid = users.id
  left join trading.two_factor factor on factor.uid = users.id
  left join trading.subscriptions plan on plan.owner_id = coalesce(users.owner_id, users.id)
  where users.id = $1 and users.closed_at is null and (users.owner_id is null or owner.closed_at is null)`;

/** The user with its plan. Undefined when it is unknown, inactive or closed, or its owner is. */
export async function loadCaller(db: Queryable, uid: number): Promise<KnownUser | undefined> {
  const [row] = await db.query<Row>({
    name: "trading.loadCaller",
    text: `${SELECT} and users.is_active and (users.owner_id is null or owner.is_active)`,
    values: [uid],
  });
  if (!row) return undefined;
  const { stamp: _, ...user } = userOf(uid, row);
  return user;
}

/**
 * The user as its strategies that run count it, with plan and rights: also while it is disabled, or its owner is. It is not
 * let in, and what it has started goes on. Undefined when it is unknown or closed, or its owner is.
 */
export async function loadTrader(db: Queryable, uid: number): Promise<StampedUser | undefined> {
  const [row] = await db.query<Row>({ name: "trading.loadTrader", text: SELECT, values: [uid] });
  return row && userOf(uid, row);
}

function userOf(uid: number, row: Row): StampedUser {
  const ownerUid = row.owner_id ?? uid;
  const plan = planOfRow(row);
  const mustUse = row.owner_id !== null && (row.must_use_twofactor || plan.limits.subaccounts.force_twofactor);
  const needs = mustUse && !row.has_twofactor ? { needsTwoFactor: true as const } : {};
  const stamp = stampOf(row.epoch, row.owner_epoch);
  return { uid, ownerUid, role: row.role, rights: countedRights(row.rights, plan), plan, stamp, ...needs };
}
