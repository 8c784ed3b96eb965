/** Who receives the link that sets a new password. */
import { expect, describe, test } from "vitest";
import { migrateJobs } from "../../kit/jobs/job-runner.ts";
import { accountWorld, call, callerOf, mailsTo, NO_RIGHTS, refusalOf } from "../../../test/support/trading-accounts.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import { runJobTwice } from "../../../test/support/run-job-twice.ts";
import { emailVerifyConfirm } from "./endpoints/email-verify-confirm.ts";
import { emailVerifyRequest } from "./endpoints/email-verify-request.ts";
import { passwordReset } from "./endpoints/password-reset.ts";
import { verifyPassword, vouchForEmail } from "./index.ts";
import { mailResetLinkJob } from "./jobs/mail-reset-link.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "trading"] });
await migrateJobs(connection);
const { deps, clock, newUser } = accountWorld(db);

const NEW_PASSWORD = "another horse 2";
const VISITOR = { address: "198.51.100.7" };

/** The token of the last mail to an address. */
async function tokenOf(email: string): Promise<string> {
  const mails = await mailsTo(db, email);
  return /#(?:verify-email|reset-password)=([\w-]{43})\n/.exec(mails.at(-1)?.body ?? "")?.[1] ?? "none";
}

describe("a lost password", () => {
  test("gets no link at an address that is not verified", async () => {
    const { uid, username, email } = await newUser({ emailVerifiedAt: undefined });
    for (const login of [username, email]) await runJobTwice(mailResetLinkJob, deps, { login });
    expect(await mailsTo(db, email)).toEqual([]);
    await call(emailVerifyRequest, deps, callerOf(uid));
    await call(emailVerifyConfirm, deps, VISITOR, { token: await tokenOf(email) });
    await runJobTwice(mailResetLinkJob, deps, { login: username });
    expect((await mailsTo(db, email)).map(({ subject }) => subject)).toEqual([
      "Verify your address",
      "Set a new password",
    ]);
  });

  test("gets a link where the operator vouches for the address, which the trail shows", async () => {
    const { uid, username, email } = await newUser({ emailVerifiedAt: undefined });
    expect(await db.transaction((tx) => vouchForEmail(tx, uid, clock.now()))).toBe(true);
    await runJobTwice(mailResetLinkJob, deps, { login: username });
    expect(await mailsTo(db, email)).toHaveLength(1);
    const trail = await db.query<{ action: string }>({
      name: "test.trail",
      text: "select action from trading.audit where owner_id = $1",
      values: [uid],
    });
    expect(trail).toEqual([{ action: "email.vouch" }]);
    expect(await db.transaction((tx) => vouchForEmail(tx, 1, clock.now()))).toBe(false);
  });

  test("is that of the main account, however many sub-accounts of others have its address", async () => {
    const stranger = await newUser();
    const victim = { email: `victim-of-five@example.com` };
    for (let each = 0; each < 6; each++) {
      await newUser({ ...victim, ownerId: stranger.uid, rights: NO_RIGHTS, emailVerifiedAt: clock.now() });
    }
    const { uid, email } = await newUser(victim);
    await runJobTwice(mailResetLinkJob, deps, { login: email });
    expect(await mailsTo(db, email)).toHaveLength(1);
    await call(passwordReset, deps, VISITOR, { token: await tokenOf(email), new_password: NEW_PASSWORD });
    const hash = (await deps.accounts.find(uid))?.passwordHash ?? "";
    expect(await verifyPassword(hash, NEW_PASSWORD)).toBe(true);
  });

  test("is that of a sub-account where its username was given", async () => {
    const owner = await newUser();
    const sub = await newUser({ ownerId: owner.uid, rights: NO_RIGHTS, emailVerifiedAt: clock.now() });
    await runJobTwice(mailResetLinkJob, deps, { login: sub.email });
    expect(await mailsTo(db, sub.email)).toEqual([]);
    await runJobTwice(mailResetLinkJob, deps, { login: sub.username });
    expect(await mailsTo(db, sub.email)).toHaveLength(1);
  });

  test("keeps the links that its user already has, however often strangers ask for others", async () => {
    const { uid, username, email } = await newUser();
    await runJobTwice(mailResetLinkJob, deps, { login: username });
    const first = await tokenOf(email);
    for (let each = 0; each < 10; each++) {
      await clock.advance(3 * 60_000);
      await runJobTwice(mailResetLinkJob, deps, { login: email });
    }
    expect(await mailsTo(db, email)).toHaveLength(5);
    const last = await tokenOf(email);
    await call(passwordReset, deps, VISITOR, { token: first, new_password: NEW_PASSWORD });
    const hash = (await deps.accounts.find(uid))?.passwordHash ?? "";
    expect(await verifyPassword(hash, NEW_PASSWORD)).toBe(true);
    // With the password, all links are used up.
    await refusalOf(call(passwordReset, deps, VISITOR, { token: last, new_password: "another horse 3" }));
  });

  test("gets a mail that is not sent after its link has expired", async () => {
    const { username, email } = await newUser();
    await runJobTwice(mailResetLinkJob, deps, { login: username });
    const kept = await db.query<{ expires_at: number }>({
      name: "test.mailExpiry",
      text: "select expires_at from trading.mails where recipient = $1",
      values: [email],
    });
    expect(kept).toEqual([{ expires_at: plusMillis(clock.now(), 60 * 60_000) }]);
  });

  test("is not in clear in the database before its mail is sent", async () => {
    const { username, email } = await newUser();
    await runJobTwice(mailResetLinkJob, deps, { login: username });
    const token = await tokenOf(email);
    expect(token).not.toBe("none");
    const kept = await db.query<{ row: string }>({
      name: "test.keptMails",
      text: "select m::text as row from trading.mails m where recipient = $1",
      values: [email],
    });
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(token);
  });
});
