/** Another mail address: asked for in a session, confirmed by what was mailed there, told to the address before. */
import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { accountWorld, call, callerOf, mailsTo, PASSWORD, refusalOf } from "../../../test/support/trading-accounts.ts";
import { migrateJobs } from "../../kit/jobs/job-runner.ts";
import { MINUTE_MS } from "../../kit/time/spans.ts";
import { emailChangeConfirm } from "./endpoints/email-change-confirm.ts";
import { emailChangeRequest } from "./endpoints/email-change-request.ts";
import { emailVerifyRequest } from "./endpoints/email-verify-request.ts";
import { accountErrors } from "./index.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "trading"] });
await migrateJobs(connection);
const { deps, clock, newUser } = accountWorld(db);
let addresses = 0;

const newAddress = () => `new${++addresses}@elsewhere.example`;
const ask = (uid: number, email: string, more: object = {}) =>
  call(emailChangeRequest, deps, callerOf(uid), { email, password: PASSWORD, ...more });
const confirm = (uid: number, token: string) => call(emailChangeConfirm, deps, callerOf(uid), { token });
const badToken = accountErrors.badToken.spec.says;

async function tokenOf(email: string): Promise<string> {
  const mails = await mailsTo(db, email);
  return /#change-email=([\w-]{43})\n/.exec(mails.at(-1)?.body ?? "")?.[1] ?? "none";
}

async function subjectsTo(email: string): Promise<string[]> {
  return (await mailsTo(db, email)).map(({ subject }) => subject);
}

async function trailOf(uid: number): Promise<string[]> {
  const rows = await db.query<{ action: string }>({
    name: "test.trail",
    text: "select action from trading.audit where owner_id = $1 order by id",
    values: [uid],
  });
  return rows.map(({ action }) => action);
}

describe("another address", () => {
  test("takes effect, verified, when its link is confirmed and not before; both addresses are notified", async () => {
    const { uid, email } = await newUser();
    const wanted = newAddress();
    await ask(uid, wanted);
    expect(await deps.accounts.find(uid)).toMatchObject({ email });
    expect(await subjectsTo(wanted)).toEqual(["Confirm your new address"]);
    expect(await subjectsTo(email)).toEqual(["Another mail address for your account"]);
    const [notice] = await mailsTo(db, email);
    expect(notice?.body).toContain("n***@elsewhere.example");
    expect(notice?.body).not.toContain(wanted);

    const token = await tokenOf(wanted);
    expect(notice?.body).not.toContain(token);
    await confirm(uid, token);
    expect(await deps.accounts.find(uid)).toMatchObject({ email: wanted, emailVerifiedAt: clock.now() });
    expect(await subjectsTo(email)).toEqual(["Another mail address for your account", "Your mail address was changed"]);
    expect(await trailOf(uid)).toEqual(["email.change_request", "email.change"]);
    expect((await refusalOf(confirm(uid, token))).message).toBe(badToken);
  });

  test("is asked for in a session, with the password, and not the one that there is", async () => {
    const { uid, email } = await newUser();
    const byKey = callerOf(uid, { credential: { kind: "key", id: "1" } });
    const params = { email: newAddress(), password: PASSWORD };
    expect((await refusalOf(call(emailChangeRequest, deps, byKey, params))).status).toBe(403);
    expect((await refusalOf(call(emailChangeConfirm, deps, byKey, { token: "A".repeat(43) }))).status).toBe(403);
    expect((await refusalOf(ask(uid, newAddress(), { password: "wrong" }))).message).toBe("The password is wrong");
    expect((await refusalOf(ask(uid, email))).message).toBe(accountErrors.sameEmail.spec.says);
    expect(await subjectsTo(email)).toEqual([]);
  });

  test("needs a code where there is a second factor", async () => {
    const { uid } = await newUser();
    await db.execute({
      name: "test.turnOn",
      text: "insert into trading.two_factor (uid, secret_sealed, confirmed_at) values ($1, 'sealed', now())",
      values: [uid],
    });
    const wanted = newAddress();
    expect((await refusalOf(ask(uid, wanted))).message).toBe(accountErrors.codeNeeded.spec.says);
    expect(await subjectsTo(wanted)).toEqual([]);
  });

  test("is useless to another user who received the link by mistake", async () => {
    const [user, stranger] = [await newUser(), await newUser()];
    const wanted = newAddress();
    await ask(user.uid, wanted);
    const token = await tokenOf(wanted);
    expect((await refusalOf(confirm(stranger.uid, token))).message).toBe(badToken);
    expect(await deps.accounts.find(stranger.uid)).toMatchObject({ email: stranger.email });
    await confirm(user.uid, token);
    expect(await deps.accounts.find(user.uid)).toMatchObject({ email: wanted });
  });

  test("counts for a day, and only the one that was asked for last", async () => {
    const { uid, email } = await newUser();
    const [first, second] = [newAddress(), newAddress()];
    await ask(uid, first);
    const early = await tokenOf(first);
    expect(await refusalOf(ask(uid, second))).toMatchObject({ status: 429 });
    await clock.advance(2 * MINUTE_MS);
    await ask(uid, second);
    expect((await refusalOf(confirm(uid, early))).message).toBe(badToken);
    await clock.advance(24 * 60 * MINUTE_MS);
    expect((await refusalOf(confirm(uid, await tokenOf(second)))).message).toBe(badToken);
    expect(await deps.accounts.find(uid)).toMatchObject({ email });
  });

  test("ends the links that were sent to the one before", async () => {
    const { uid } = await newUser({ emailVerifiedAt: undefined });
    const wanted = newAddress();
    await call(emailVerifyRequest, deps, callerOf(uid));
    await ask(uid, wanted);
    await confirm(uid, await tokenOf(wanted));
    const [left] = await db.query<{ tokens: number }>({
      name: "test.tokens",
      text: "select count(*) as tokens from trading.user_tokens where uid = $1",
      values: [uid],
    });
    expect(left?.tokens).toBe(0);
  });

  test("is taken once, however often its link is opened at once", async () => {
    const { uid, email } = await newUser();
    const wanted = newAddress();
    await ask(uid, wanted);
    const token = await tokenOf(wanted);
    const tries = await Promise.allSettled(Array.from({ length: 4 }, () => confirm(uid, token)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await subjectsTo(email)).toHaveLength(2);
  });

  test("is stored with its token as a hash only", async () => {
    const { uid } = await newUser();
    const wanted = newAddress();
    await ask(uid, wanted);
    const rows = await db.query<{ row: string }>({
      name: "test.tokenRow",
      text: "select t::text as row from trading.user_tokens t where uid = $1",
      values: [uid],
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).toContain(wanted);
    expect(rows[0]?.row).not.toContain(await tokenOf(wanted));
  });
});
