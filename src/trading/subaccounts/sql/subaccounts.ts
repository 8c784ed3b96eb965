/** Sub-accounts on PostgreSQL: a row of users with an owner, and a row of what else the owner decides. */
import { AppError } from "../../../kit/errors/catalogue.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { createUser, endAccess, endSessions, forgetPeople } from "../../accounts/index.ts";
import { recordAudit } from "../../audit/index.ts";
import type { SubaccountRights } from "../../caller.ts";
import { activeStrategiesOf } from "../../engine/index.ts";
import { endSubscriptionsOfSubaccount } from "../../signals/index.ts";
import { lockUser } from "../../users/index.ts";
import { NO_RIGHTS } from "../core/requested-rights.ts";
import { subaccountErrors } from "../errors.ts";
import type { Doing, NewSubaccount, StoredSubaccount, SubaccountChange } from "../store.ts";

interface Row {
  readonly uid: number;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly is_active: boolean;
  readonly rights: string;
  readonly force_twofactor: boolean | null;
  readonly created_at: Instant;
  readonly last_access: Instant | null;
}

const LAST_SUCCESS = `(select max(seen.created_at) from trading.accesses as seen
  where seen.uid = users.id and seen.result = 'success')`;

const SELECT = `select users.id as uid, users.username, users.name, users.email, users.is_active, users.rights,
    settings.force_twofactor, users.created_at, greatest(users.last_login_at, ${LAST_SUCCESS}) as last_access
  from trading.users left join trading.subaccounts as settings on settings.uid = users.id`;

/** More than any plan allows. */
const MOST = 10_000;

/** Adds a sub-account, unless the owner has `maximum`: counted after the owner's row is locked. */
export async function createSubaccount(
  tx: Transaction,
  doing: Doing,
  subaccount: NewSubaccount,
  maximum: number,
): Promise<StoredSubaccount | undefined> {
  const { ownerUid, at } = doing;
  await lockUser(tx, ownerUid);
  if ((await countSubaccounts(tx, ownerUid)) >= maximum) return undefined;
  const uid = await addUser(tx, doing, subaccount);
  await writeTerms(tx, uid, subaccount.forceTwofactor, at);
  if (!subaccount.isActive) await writeUser(tx, uid, { ...subaccount });
  await recordAudit(tx, {
    ownerUid,
    uid: doing.uid,
    action: "subaccount.create",
    subject: String(uid),
    at,
    details: { active: subaccount.isActive, rights: subaccount.rights },
  });
  const created = await findSubaccount(tx, ownerUid, uid);
  invariant(created, "a sub-account that was just made is there");
  return created;
}

/** Changes a sub-account. Its row is locked first, so that the terms are decided by what is stored. */
export async function editSubaccount(
  tx: Transaction,
  doing: Doing,
  uid: number,
  change: SubaccountChange,
): Promise<StoredSubaccount | undefined> {
  const { ownerUid, at } = doing;
  // Before the sub-account, like the transactions that start strategies.
  await lockUser(tx, ownerUid);
  if (!(await lockSubaccount(tx, ownerUid, uid))) return undefined;
  const before = await findSubaccount(tx, ownerUid, uid);
  invariant(before, "a sub-account that is locked is there");
  const { rights, forceTwofactor } = change.terms(before);
  const after = { name: change.name, email: change.email, isActive: change.isActive, rights };
  await writeUser(tx, uid, after);
  // Otherwise a session from before is valid again once the sub-account is switched on.
  if (!change.isActive) await endSessions(tx, [uid]);
  await writeTerms(tx, uid, forceTwofactor, at);
  await recordAudit(tx, {
    ownerUid,
    uid: doing.uid,
    action: "subaccount.edit",
    subject: String(uid),
    at,
    details: {
      active: change.isActive,
      rights,
      force_twofactor: forceTwofactor,
      ...(change.isActive ? {} : await goingOn(tx, uid)),
    },
  });
  return findSubaccount(tx, ownerUid, uid);
}

/** Closes a sub-account for good. Its actions stay, under its username; the personal data are forgotten. */
export async function removeSubaccount(
  tx: Transaction,
  { ownerUid, uid: actorUid, at }: Doing,
  uid: number,
): Promise<{ history: number } | undefined> {
  // A start in progress is committed first, or sees that the sub-account is gone.
  await lockUser(tx, ownerUid);
  const closed = await tx.execute({
    name: "trading.closeSubaccount",
    text: `update trading.users set is_active = false, closed_at = $3::timestamptz
      where id = $1 and owner_id = $2 and closed_at is null`,
    values: [uid, ownerUid, timestamp(at)],
  });
  if (closed === 0) return undefined;
  await endAccess(tx, [uid], at);
  await endSubscriptionsOfSubaccount(tx, uid);
  await forgetPeople(tx, [uid]);
  const details = await goingOn(tx, uid);
  await recordAudit(tx, { ownerUid, uid: actorUid, action: "subaccount.delete", subject: String(uid), details, at });
  return { history: await countHistory(tx, ownerUid, uid) };
}

/** Of the strategies that go on, this many are named. */
const NAMED_STRATEGIES = 100;

/** The active strategies of a sub-account: without it, they go on under the main account. */
async function goingOn(tx: Transaction, uid: number): Promise<{ readonly active_strategies: readonly string[] }> {
  const active = await activeStrategiesOf(tx, [uid], NAMED_STRATEGIES);
  return { active_strategies: active.map(String) };
}

/** All sub-accounts of an owner that are not deleted, oldest first. */
export async function listSubaccounts(db: Queryable, ownerUid: number): Promise<StoredSubaccount[]> {
  const rows = await db.query<Row>({
    name: "trading.listSubaccounts",
    text: `${SELECT} where users.owner_id = $1 and users.closed_at is null order by users.id limit ${MOST}`,
    values: [ownerUid],
  });
  return rows.map(subaccountOf);
}

/** One sub-account that is not deleted. */
async function findSubaccount(db: Queryable, ownerUid: number, uid: number): Promise<StoredSubaccount | undefined> {
  const [row] = await db.query<Row>({
    name: "trading.findSubaccount",
    text: `${SELECT} where users.id = $1 and users.owner_id = $2 and users.closed_at is null`,
    values: [uid, ownerUid],
  });
  return row && subaccountOf(row);
}

/** Holds a sub-account as it is; false when the owner has none of this uid. */
async function lockSubaccount(tx: Transaction, ownerUid: number, uid: number): Promise<boolean> {
  const rows = await tx.query({
    name: "trading.lockSubaccount",
    text: `select id from trading.users
      where id = $1 and owner_id = $2 and closed_at is null for no key update`,
    values: [uid, ownerUid],
  });
  return rows.length === 1;
}

/** How many sub-accounts count against the plan: inactive ones too, deleted ones not. */
async function countSubaccounts(db: Queryable, ownerUid: number): Promise<number> {
  const [row] = await db.query<{ total: number }>({
    name: "trading.countSubaccounts",
    text: "select count(*) as total from trading.users where owner_id = $1 and closed_at is null",
    values: [ownerUid],
  });
  return row?.total ?? 0;
}

async function addUser(tx: Transaction, { ownerUid, at }: Doing, subaccount: NewSubaccount): Promise<number> {
  const { username, name, email, passwordHash, rights } = subaccount;
  try {
    return await createUser(tx, { username, name, email, passwordHash, ownerId: ownerUid, rights, at });
  } catch (error) {
    // The only refusal of `createUser`; here it names what is wanted instead.
    if (!(error instanceof AppError)) throw error;
    const details = { missing_information: [{ error: "username must be unique", supported: [] }] };
    throw subaccountErrors.usernameTaken({ username, details }, { cause: error });
  }
}

/** Replaces the fields of the user's row that the owner may change. A new address has to be proven again. */
async function writeUser(
  tx: Transaction,
  uid: number,
  user: Pick<SubaccountChange, "name" | "email" | "isActive"> & { readonly rights: SubaccountRights },
): Promise<void> {
  await tx.execute({
    name: "trading.writeSubaccountUser",
    text: `update trading.users set name = $2, email = $3::text, is_active = $4, rights = $5::jsonb,
        email_verified_at = case when email = $3::text then email_verified_at end
      where id = $1`,
    values: [uid, user.name, user.email, user.isActive, JSON.stringify(user.rights)],
  });
}

/** Notes what the owner decides beside the rights. */
async function writeTerms(tx: Transaction, uid: number, forceTwofactor: boolean, at: Instant): Promise<void> {
  await tx.execute({
    name: "trading.writeSubaccountTerms",
    text: `insert into trading.subaccounts as settings (uid, force_twofactor, created_at, updated_at)
      values ($1, $2, $3::timestamptz, $3::timestamptz)
      on conflict (uid) do update set force_twofactor = excluded.force_twofactor, updated_at = excluded.updated_at`,
    values: [uid, forceTwofactor, timestamp(at)],
  });
}

/** How much stays of what a sub-account did: its changes and its accesses. */
async function countHistory(db: Queryable, ownerUid: number, uid: number): Promise<number> {
  const [row] = await db.query<{ total: number }>({
    name: "trading.countSubaccountHistory",
    text: `select (select count(*) from trading.audit where owner_id = $1 and user_id = $2)
      + (select count(*) from trading.accesses where uid = $2) as total`,
    values: [ownerUid, uid],
  });
  return row?.total ?? 0;
}

function subaccountOf(row: Row): StoredSubaccount {
  return {
    uid: row.uid,
    username: row.username,
    name: row.name,
    email: row.email,
    isActive: row.is_active,
    rights: { ...NO_RIGHTS, ...(JSON.parse(row.rights) as Partial<SubaccountRights>) },
    forceTwofactor: row.force_twofactor ?? false,
    createdAt: row.created_at,
    lastAccess: row.last_access,
  };
}
