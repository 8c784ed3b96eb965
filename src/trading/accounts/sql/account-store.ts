/** Accounts on PostgreSQL. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { hasWithdrawWhitelist } from "../../wallets/index.ts";
import { DEFAULT_SETTINGS, type UserSettings } from "../user-settings.ts";
import type { AccountStore, ShownApiKey } from "../store.ts";
import type { Person } from "../user.ts";
import { listAccesses } from "./accesses.ts";
import { changePassword } from "./change-password.ts";
import { listReferrals } from "./referrals.ts";
import { findUser, findUserByLogin, readLoginName } from "./users.ts";

export function accountStore(db: Database): AccountStore {
  return {
    find: (uid) => findUser(db, uid),
    findByLogin: (login) => findUserByLogin(db, login),
    readLoginName: (login) => readLoginName(db, login),
    settings: (uid) => readSettings(db, uid),
    changeSettings: (person, changes, at) => db.transaction((tx) => changeSettings(tx, person, changes, at)),
    listAccesses: (uid, page) => listAccesses(db, uid, page),
    listReferrals: (uid, page) => listReferrals(db, uid, page),
    listApiKeys: (uid) => listApiKeys(db, uid),
    hasWithdrawWhitelist: (ownerUid, at) => hasWithdrawWhitelist(db, ownerUid, at),
    changePassword: (change) => db.transaction((tx) => changePassword(tx, change)),
  };
}

/** A user's settings, over the defaults. */
export async function readSettings(q: Queryable, uid: number): Promise<UserSettings> {
  const [row] = await q.query<{ settings: string }>({
    name: "trading.readUserSettings",
    text: "select settings from trading.user_settings where uid = $1",
    values: [uid],
  });
  return { ...DEFAULT_SETTINGS, ...(row && (JSON.parse(row.settings) as Partial<UserSettings>)) };
}

/** Sets some of the settings; two changes at once are both kept. */
async function changeSettings(
  tx: Transaction,
  { uid, ownerUid }: Pick<Person, "uid" | "ownerUid">,
  changes: Partial<UserSettings>,
  at: Instant,
): Promise<UserSettings> {
  const [row] = await tx.query<{ settings: string }>({
    name: "trading.changeUserSettings",
    text: `insert into trading.user_settings as s (uid, settings) values ($1, $2::jsonb)
      on conflict (uid) do update set settings = s.settings || excluded.settings
      returning settings`,
    values: [uid, JSON.stringify(changes)],
  });
  invariant(row, "settings that were changed are there");
  await recordAudit(tx, { ownerUid, uid, action: "settings.change", subject: String(uid), details: changes, at });
  return { ...DEFAULT_SETTINGS, ...(JSON.parse(row.settings) as Partial<UserSettings>) };
}

interface KeyRow {
  readonly id: number;
  readonly key: string;
  readonly label: string;
  readonly access: ShownApiKey["access"];
  readonly addresses: string[];
  readonly created_at: Instant;
  readonly last_used_at: Instant | null;
}

/** A user's own keys that still count, as the security settings list them. */
async function listApiKeys(q: Queryable, uid: number): Promise<ShownApiKey[]> {
  const rows = await q.query<KeyRow>({
    name: "trading.listOwnApiKeys",
    text: `select id, key, label, access, addresses, created_at, last_used_at from trading.api_keys
      where user_id = $1 and revoked_at is null order by id desc limit 200`,
    values: [uid],
  });
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    label: row.label,
    access: row.access,
    addresses: row.addresses,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}
