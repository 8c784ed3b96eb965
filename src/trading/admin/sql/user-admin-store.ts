/** Actions of admins on users, on PostgreSQL. Each change is one transaction with its entry in the audit trail. */
import type { Sealer } from "../../../kit/auth/seal.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Database, Transaction } from "../../../kit/sql/database.ts";
import {
  createUser,
  replacePasswordLink,
  resetPassword,
  resetTwoFactor,
  setRole,
  setUserActive,
  uidsOfAccount,
  type ByAdmin,
} from "../../accounts/index.ts";
import { recordAudit } from "../../audit/index.ts";
import { activeStrategiesOf } from "../../engine/index.ts";
import { refusalOf, type Standing, type UserChange } from "../core/refusal-of.ts";
import type { Changed, CreatedUser, SeenUser, UserAdminStore } from "../store.ts";
import { findSeenUser, listSeenUsers, lockSeenUsers } from "./seen-users.ts";

/** Of the strategies that go on, this many are named. */
const NAMED = 20;

/** @param sealer for mails with links, which wait sealed */
export function userAdminStore(db: Database, sealer: Pick<Sealer, "seal">): UserAdminStore {
  const change = <Value>(
    uid: number,
    by: ByAdmin,
    wanted: UserChange,
    apply: (tx: Transaction, user: SeenUser) => Promise<Value>,
  ): Promise<Changed<Value>> => db.transaction((tx) => changeUser(tx, uid, by, wanted, apply));
  return {
    list: (filter, page) => listSeenUsers(db, filter, page),
    find: (uid) => findSeenUser(db, uid),
    create: (user) => db.transaction((tx) => addUser(tx, sealer, user)),
    setEnabled: (uid, isEnabled, by, at) =>
      change(uid, by, { kind: isEnabled ? "enable" : "disable" }, async (tx, user) => {
        if (user.isEnabled !== isEnabled) await setUserActive(tx, uid, isEnabled, at, by);
        return { activeStrategies: await activeStrategiesOf(tx, await uidsOfAccount(tx, uid), NAMED) };
      }),
    setRole: (uid, role, by, at) =>
      change(uid, by, { kind: "role", role }, async (tx) => {
        await setRole(tx, uid, role, at, by);
        return {};
      }),
    resetPassword: (uid, reset) =>
      change(uid, reset.by, { kind: "password" }, async (tx, user) => {
        await resetPassword(tx, sealer, personOf(user), reset);
        return {};
      }),
    resetTwoFactor: (uid, by, at) =>
      change(uid, by, { kind: "twoFactor" }, async (tx, user) => {
        await resetTwoFactor(tx, personOf(user), at, by);
        return {};
      }),
  };
}

/** Makes one change, if the admin still may when both users are held. */
async function changeUser<Value>(
  tx: Transaction,
  uid: number,
  by: ByAdmin,
  wanted: UserChange,
  apply: (tx: Transaction, user: SeenUser) => Promise<Value>,
): Promise<Changed<Value>> {
  const held = await lockSeenUsers(tx, [by.uid, uid]);
  const user = held.find((each) => each.uid === uid);
  if (!user) return { kind: "absent" };
  const admin = held.find((each) => each.uid === by.uid);
  const why = refusalOf(wanted, admin && standingOf(admin), standingOf(user));
  if (why !== undefined) return { kind: "refused", why };
  const value = await apply(tx, user);
  return { kind: "done", user: await readUser(tx, uid), ...value };
}

/** A main account whose user sets its password by a link. */
async function addUser(
  tx: Transaction,
  sealer: Pick<Sealer, "seal">,
  { by, link, ...wanted }: CreatedUser,
): Promise<Changed> {
  const { at } = link;
  const [admin] = await lockSeenUsers(tx, [by.uid]);
  if (admin?.role !== "admin" || !admin.isEnabled) return { kind: "refused", why: "noAdmin" };
  // As at the command line: the admin says where mail of the user goes.
  const uid = await createUser(tx, { ...wanted, emailVerifiedAt: at, at });
  const { username, role, email } = wanted;
  await replacePasswordLink(tx, sealer, { uid, ownerUid: uid, username, email }, link);
  const details = { role, reason: by.reason, link: link.mail === undefined ? "shown" : "mailed" };
  await recordAudit(tx, { ownerUid: uid, uid: by.uid, action: "user.create", subject: String(uid), details, at });
  return { kind: "done", user: await readUser(tx, uid) };
}

async function readUser(tx: Transaction, uid: number): Promise<SeenUser> {
  const user = await findSeenUser(tx, uid);
  invariant(user, "a user that was just changed is there");
  return user;
}

function standingOf({ uid, ownerUid, role, isEnabled, hasTwoFactor }: SeenUser): Standing {
  return { uid, ownerUid: ownerUid ?? uid, role, isEnabled, hasTwoFactor };
}

function personOf({ uid, ownerUid, username, email }: SeenUser) {
  return { uid, ownerUid: ownerUid ?? uid, username, email };
}
