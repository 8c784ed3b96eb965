/** Who a user is to the rest of the platform. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { planOf } from "../../billing/index.ts";
import type { SubaccountRights } from "../../caller.ts";
import type { KnownUser } from "../api-key.ts";

interface Row {
  readonly owner_id: number | null;
  readonly role: KnownUser["role"];
  readonly rights: string | null;
}

/** The user with its plan. Undefined when it is unknown, inactive or closed, or its owner is. */
export async function loadCaller(db: Queryable, uid: number): Promise<KnownUser | undefined> {
  const [row] = await db.query<Row>({
    name: "trading.loadCaller",
    text: `select users.owner_id, users.role, users.rights from trading.users users
      left join trading.users owner on owner.id = users.owner_id
      where users.id = $1 and users.is_active and users.closed_at is null
        and (users.owner_id is null or (owner.is_active and owner.closed_at is null))`,
    values: [uid],
  });
  if (!row) return undefined;
  const ownerUid = row.owner_id ?? uid;
  return { uid, ownerUid, role: row.role, rights: rightsOf(row.rights), plan: await planOf(db, ownerUid) };
}

/** A member that is not there is a right that was not given, or a limit that was not set. */
function rightsOf(text: string | null): SubaccountRights | undefined {
  if (text === null) return undefined;
  const rights = JSON.parse(text) as Partial<SubaccountRights>;
  return {
    viewAllProfiles: rights.viewAllProfiles === true,
    allowApiAccess: rights.allowApiAccess === true,
    allowExport: rights.allowExport === true,
    shareMasterKeys: rights.shareMasterKeys === true,
    addOwnKeys: rights.addOwnKeys === true,
    exchanges: rights.exchanges ?? undefined,
    parentMaximum: rights.parentMaximum ?? undefined,
    childMaximum: rights.childMaximum ?? undefined,
    concurrentStrategiesMaximum: rights.concurrentStrategiesMaximum ?? undefined,
  };
}
