/** The second factor on PostgreSQL. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { recordAudit } from "../../audit/index.ts";
import { enqueueMail } from "../../mail/index.ts";
import { recoveryCodeUsedMail, type MailText } from "../core/mails.ts";
import type { TwoFactorConfirmation, TwoFactorState, TwoFactorStore } from "../store.ts";
import type { Person } from "../user.ts";
import { findUser } from "./users.ts";

export function twoFactorStore(db: Database): TwoFactorStore {
  return {
    find: (uid) => findTwoFactor(db, uid),
    begin: (uid, sealedSecret) => beginTwoFactor(db, uid, sealedSecret),
    confirm: (confirmation) => db.transaction((tx) => confirmTwoFactor(tx, confirmation)),
    useStep: (uid, step) => useStep(db, uid, step),
    useRecoveryCode: (uid, codeHash, at) => db.transaction((tx) => useRecoveryCode(tx, uid, codeHash, at)),
    countRecoveryCodes: (uid) => countRecoveryCodes(db, uid),
    replaceRecoveryCodes: (person, codeHashes, mail, at) =>
      db.transaction(async (tx) => {
        await keepRecoveryCodes(tx, person.uid, codeHashes);
        await tell(tx, person, "two_factor.recovery_codes", mail, at);
      }),
    disable: (person, mail, at) =>
      db.transaction(async (tx) => {
        await removeTwoFactor(tx, [person.uid]);
        await tell(tx, person, "two_factor.disable", mail, at);
      }),
  };
}

/** Whether codes are asked for, and what they are checked with. */
async function findTwoFactor(q: Queryable, uid: number): Promise<TwoFactorState | undefined> {
  const [row] = await q.query<{ secret_sealed: string; is_confirmed: boolean }>({
    name: "trading.findTwoFactor",
    text: "select secret_sealed, confirmed_at is not null as is_confirmed from trading.two_factor where uid = $1",
    values: [uid],
  });
  return row && { sealedSecret: row.secret_sealed, isConfirmed: row.is_confirmed };
}

/** A secret that counts once a code of it was shown; one that was begun with before is forgotten. */
async function beginTwoFactor(q: Queryable, uid: number, sealedSecret: string): Promise<boolean> {
  const changed = await q.execute({
    name: "trading.beginTwoFactor",
    text: `insert into trading.two_factor as t (uid, secret_sealed) values ($1, $2)
      on conflict (uid) do update set secret_sealed = excluded.secret_sealed, last_step = null
        where t.confirmed_at is null`,
    values: [uid, sealedSecret],
  });
  return changed === 1;
}

/** From here on every login needs a code. The one that confirmed it is used up. */
async function confirmTwoFactor(
  tx: Transaction,
  { person, sessionId, sealedSecret, step, codeHashes, mail, at }: TwoFactorConfirmation,
): Promise<boolean> {
  const changed = await tx.execute({
    name: "trading.confirmTwoFactor",
    text: `update trading.two_factor set confirmed_at = $3, last_step = $4
      where uid = $1 and secret_sealed = $2 and confirmed_at is null`,
    values: [person.uid, sealedSecret, timestamp(at), step],
  });
  if (changed === 0) return false;
  await keepRecoveryCodes(tx, person.uid, codeHashes);
  await noteShown(tx, person.uid, sessionId, at);
  await tell(tx, person, "two_factor.enable", mail, at);
  return true;
}

/** The session has shown the factor, as one that begins with a code has. Those that were open before have not. */
async function noteShown(tx: Transaction, uid: number, sessionId: number, at: Instant): Promise<void> {
  await tx.execute({
    name: "trading.noteSecondFactorShown",
    text: "update trading.sessions set second_factor_at = $3 where uid = $1 and id = $2",
    values: [uid, sessionId, timestamp(at)],
  });
}

/** One statement, so that of two requests with the same code one is refused. */
async function useStep(q: Queryable, uid: number, step: number): Promise<boolean> {
  const changed = await q.execute({
    name: "trading.useTwoFactorStep",
    text: `update trading.two_factor set last_step = $2
      where uid = $1 and confirmed_at is not null and (last_step is null or last_step < $2)`,
    values: [uid, step],
  });
  return changed === 1;
}

/** One statement decides, as above; the user is notified. */
async function useRecoveryCode(tx: Transaction, uid: number, codeHash: Buffer, at: Instant): Promise<boolean> {
  const changed = await tx.execute({
    name: "trading.useRecoveryCode",
    text: `update trading.recovery_codes set used_at = $3
      where uid = $1 and code_hash = $2 and used_at is null`,
    values: [uid, codeHash, timestamp(at)],
  });
  if (changed !== 1) return false;
  const person = await findPerson(tx, uid);
  const mail = recoveryCodeUsedMail(person.username, await countRecoveryCodes(tx, uid), at);
  await tell(tx, person, "two_factor.use_recovery_code", mail, at);
  return true;
}

/** Whose second factor it is. */
async function findPerson(tx: Transaction, uid: number): Promise<Person> {
  const user = await findUser(tx, uid);
  invariant(user, "a second factor belongs to a user");
  return user;
}

/** How many a user has left. */
async function countRecoveryCodes(q: Queryable, uid: number): Promise<number> {
  const [row] = await q.query<{ count: number }>({
    name: "trading.countRecoveryCodes",
    text: "select count(*) as count from trading.recovery_codes where uid = $1 and used_at is null",
    values: [uid],
  });
  return row?.count ?? 0;
}

/** New codes in the place of all earlier ones. */
async function keepRecoveryCodes(tx: Transaction, uid: number, codeHashes: readonly Buffer[]): Promise<void> {
  await forgetRecoveryCodes(tx, [uid]);
  await tx.execute({
    name: "trading.addRecoveryCodes",
    text: "insert into trading.recovery_codes (uid, code_hash) select $1, hash from unnest($2::bytea[]) as codes (hash)",
    values: [uid, codeHashes],
  });
}

/** The codes of a removed second factor. */
async function forgetRecoveryCodes(tx: Transaction, uids: readonly number[]): Promise<void> {
  await tx.execute({
    name: "trading.forgetRecoveryCodes",
    text: "delete from trading.recovery_codes where uid = any ($1::bigint[])",
    values: [uids],
  });
}

/** Forgets secret and codes. Codes that were shown before no longer count in any session. */
export async function removeTwoFactor(tx: Transaction, uids: readonly number[]): Promise<void> {
  await forgetRecoveryCodes(tx, uids);
  await tx.execute({
    name: "trading.removeTwoFactor",
    text: `with shown as (update trading.sessions set second_factor_at = null
        where uid = any ($1::bigint[]) and second_factor_at is not null)
      delete from trading.two_factor where uid = any ($1::bigint[])`,
    values: [uids],
  });
}

async function tell(
  tx: Transaction,
  { uid, ownerUid, email }: Person,
  action: string,
  mail: MailText,
  at: Instant,
): Promise<void> {
  await recordAudit(tx, { ownerUid, uid, action, subject: String(uid), at });
  await enqueueMail(tx, { to: email, ...mail, uid, at });
}
