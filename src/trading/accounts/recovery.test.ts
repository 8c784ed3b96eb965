import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { migrateJobs } from "../../kit/jobs/job-runner.ts";
import { hashSecret } from "../../kit/auth/hash-secret.ts";
import { accountWorld, call, callerOf, mailsTo, PASSWORD, refusalOf } from "../../../test/support/trading-accounts.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { runJobTwice } from "../../../test/support/run-job-twice.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { MINUTE_MS } from "../../kit/time/spans.ts";
import { emailVerifyConfirm } from "./endpoints/email-verify-confirm.ts";
import { emailVerifyRequest } from "./endpoints/email-verify-request.ts";
import { passwordChange } from "./endpoints/password-change.ts";
import { passwordReset } from "./endpoints/password-reset.ts";
import { passwordResetRequest } from "./endpoints/password-reset-request.ts";
import { twoFactorConfirm } from "./endpoints/two-factor-confirm.ts";
import { twoFactorDisable } from "./endpoints/two-factor-disable.ts";
import { twoFactorRecoveryCodes } from "./endpoints/two-factor-recovery-codes.ts";
import { twoFactorSetup } from "./endpoints/two-factor-setup.ts";
import { accountErrors, verifyPassword } from "./index.ts";
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

function jobsFor(login: string): Promise<{ payload: string }[]> {
  return db.query<{ payload: string }>({
    name: "test.resetJobs",
    text: `select payload::text as payload from graphile_worker._private_jobs
      where payload ->> 'login' = $1`,
    values: [login],
  });
}

async function saysOf(answering: Promise<unknown>): Promise<string> {
  return (await refusalOf(answering)).message;
}

function sayingOf(error: { readonly spec: { readonly says: string } }): string {
  return error.spec.says;
}

async function openSession(uid: number, token: string): Promise<number> {
  const user = await deps.accounts.find(uid);
  if (!user) throw new Error("there is such a user");
  const at = clock.now();
  const expiresAt = (at + 3_600_000_000) as typeof at;
  const mail = { subject: "Login", text: "login" };
  const tokenHash = hashSecret(token);
  const session = { user, tokenHash, address: "192.0.2.1", userAgent: "", at, expiresAt, showedSecondFactor: false };
  return (await deps.sessions.open({ ...session, mail })).id;
}

/** A user whose mail address is not verified yet. */
const newcomer = () => newUser({ emailVerifiedAt: undefined });

describe("an address", () => {
  test("is verified by the link that was mailed to it, once", async () => {
    const { uid, email } = await newcomer();
    await call(emailVerifyRequest, deps, callerOf(uid));
    const token = await tokenOf(email);
    await call(emailVerifyConfirm, deps, VISITOR, { token });
    expect((await deps.accounts.find(uid))?.emailVerifiedAt).toBe(clock.now());
    expect(await saysOf(call(emailVerifyConfirm, deps, VISITOR, { token }))).toBe(sayingOf(accountErrors.badToken));
    expect(await saysOf(call(emailVerifyRequest, deps, callerOf(uid)))).toBe(sayingOf(accountErrors.emailVerified));
  });

  test("is not verified by a link that is a day old, nor by one that went elsewhere", async () => {
    const { uid, email } = await newcomer();
    await call(emailVerifyRequest, deps, callerOf(uid));
    const late = await tokenOf(email);
    await clock.advance(24 * 60 * MINUTE_MS);
    await refusalOf(call(emailVerifyConfirm, deps, VISITOR, { token: late }));
    await call(emailVerifyRequest, deps, callerOf(uid));
    const elsewhere = await tokenOf(email);
    await db.execute({
      name: "test.move",
      text: "update trading.users set email = 'moved@example.com' where id = $1",
      values: [uid],
    });
    await refusalOf(call(emailVerifyConfirm, deps, VISITOR, { token: elsewhere }));
    expect((await deps.accounts.find(uid))?.emailVerifiedAt).toBeNull();
  });

  test("gets one mail in two minutes, and only the last link counts", async () => {
    const { uid, email } = await newcomer();
    await call(emailVerifyRequest, deps, callerOf(uid));
    const first = await tokenOf(email);
    await call(emailVerifyRequest, deps, callerOf(uid));
    expect(await mailsTo(db, email)).toHaveLength(1);
    await clock.advance(3 * MINUTE_MS);
    await call(emailVerifyRequest, deps, callerOf(uid));
    await refusalOf(call(emailVerifyConfirm, deps, VISITOR, { token: first }));
    await call(emailVerifyConfirm, deps, VISITOR, { token: await tokenOf(email) });
  });

  test("is verified by one of two who bring the link at the same time", async () => {
    const { uid, email } = await newcomer();
    await call(emailVerifyRequest, deps, callerOf(uid));
    const token = await tokenOf(email);
    const both = [1, 2].map(() => call(emailVerifyConfirm, deps, VISITOR, { token }));
    const settled = await Promise.allSettled(both);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("a lost password", () => {
  test("is asked about with the same answer whether there is such a user or not", async () => {
    const { username } = await newUser();
    const known = await call(passwordResetRequest, deps, VISITOR, { login: username });
    const unknown = await call(passwordResetRequest, deps, VISITOR, { login: "nobody at all" });
    expect(known).toEqual(unknown);
    expect([(await jobsFor(username)).length, (await jobsFor("nobody at all")).length]).toEqual([1, 1]);
    await runJobTwice(mailResetLinkJob, deps, { login: "nobody at all" });
  });

  test("is replaced by the link, once; all sessions end, and the user is notified", async () => {
    const { uid, email } = await newUser();
    await openSession(uid, "a");
    await runJobTwice(mailResetLinkJob, deps, { login: email });
    expect(await mailsTo(db, email)).toHaveLength(1);
    const token = await tokenOf(email);
    const weak = call(passwordReset, deps, VISITOR, { token, new_password: "weakweak" });
    expect(await saysOf(weak)).toContain("letters and digits");
    await call(passwordReset, deps, VISITOR, { token, new_password: NEW_PASSWORD });
    const hash = (await deps.accounts.find(uid))?.passwordHash ?? "";
    expect(await verifyPassword(hash, NEW_PASSWORD)).toBe(true);
    expect(await deps.sessions.list(uid, clock.now())).toEqual([]);
    expect((await mailsTo(db, email)).map(({ subject }) => subject)).toEqual([
      "Set a new password",
      "Your password was changed",
    ]);
    await refusalOf(call(passwordReset, deps, VISITOR, { token, new_password: NEW_PASSWORD }));
  });

  test("is not replaced by a link that is an hour old, or of an account that is off", async () => {
    const { uid, username, email } = await newUser();
    await mailResetLinkJob.run(
      deps,
      { login: username },
      { attempt: 1, maxAttempts: 1, signal: new AbortController().signal },
    );
    const token = await tokenOf(email);
    await clock.advance(60 * MINUTE_MS);
    await refusalOf(call(passwordReset, deps, VISITOR, { token, new_password: NEW_PASSWORD }));
    await db.execute({
      name: "test.off",
      text: "update trading.users set is_active = false where id = $1",
      values: [uid],
    });
    await mailResetLinkJob.run(
      deps,
      { login: username },
      { attempt: 1, maxAttempts: 1, signal: new AbortController().signal },
    );
    expect(await mailsTo(db, email)).toHaveLength(1);
  });

  test("is not kept as it is asked about, only as a hash", async () => {
    const { username, email } = await newUser();
    await runJobTwice(mailResetLinkJob, deps, { login: username });
    const token = await tokenOf(email);
    const rows = await db.query<{ row: string }>({
      name: "test.tokens",
      text: "select t::text as row from trading.user_tokens t where email = $1",
      values: [email],
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(token);
    expect(rows[0]?.row).toContain(hashSecret(token).toString("hex"));
  });

  test("cannot be guessed at for ever from one address", async () => {
    const address = "198.51.100.99";
    const tries = Array.from({ length: 11 }, () => call(passwordResetRequest, deps, { address }, { login: "guess" }));
    const settled = await Promise.allSettled(tries);
    expect(settled.filter(({ status }) => status === "rejected")).toHaveLength(1);
  });
});

describe("a password", () => {
  test("is changed by who knows it; the other sessions end", async () => {
    const { uid } = await newUser();
    const own = await openSession(uid, "b");
    await openSession(uid, "c");
    const caller = callerOf(uid, { sessionId: own });
    const wrong = call(passwordChange, deps, caller, { password: "wrong", new_password: NEW_PASSWORD });
    expect(await saysOf(wrong)).toBe(sayingOf(accountErrors.wrongPassword));
    await call(passwordChange, deps, caller, { password: PASSWORD, new_password: NEW_PASSWORD });
    expect((await deps.sessions.list(uid, clock.now())).map(({ id }) => id)).toEqual([own]);
  });

  test("is not changed with an API key", async () => {
    const { uid } = await newUser();
    const key = callerOf(uid, { credential: { kind: "key", id: "1" } });
    const changing = call(passwordChange, deps, key, { password: PASSWORD, new_password: NEW_PASSWORD });
    expect((await refusalOf(changing)).status).toBe(403);
  });

  test("cannot be guessed at for ever in a session", async () => {
    const { uid } = await newUser();
    const guess = (): Promise<unknown> => call(twoFactorSetup, deps, callerOf(uid), { password: "wrong" });
    const settled = await Promise.allSettled(Array.from({ length: 12 }, guess));
    expect(settled.every(({ status }) => status === "rejected")).toBe(true);
    const now = await refusalOf(call(twoFactorSetup, deps, callerOf(uid), { password: PASSWORD }));
    expect(now.status).toBe(429);
    await clock.advance(15 * MINUTE_MS);
    await call(twoFactorSetup, deps, callerOf(uid), { password: PASSWORD });
  });
});

describe("a second factor", () => {
  const codeOf = (secret: string): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: toMillis(clock.now()) });

  async function withTwoFactor() {
    const user = await newUser();
    const caller = callerOf(user.uid);
    const { value } = await call(twoFactorSetup, deps, caller, { password: PASSWORD });
    const confirmed = await call(twoFactorConfirm, deps, caller, { code: codeOf(value.secret) });
    return { ...user, caller, secret: value.secret as string, codes: confirmed.value.recovery_codes as string[] };
  }

  test("counts once a code of it was shown, and is kept sealed", async () => {
    const { uid, email } = await newUser();
    const { value } = await call(twoFactorSetup, deps, callerOf(uid), { password: PASSWORD });
    expect(value.qr).toMatch(/^data:image\/png;base64,/);
    expect((await deps.accounts.find(uid))?.hasTwoFactor).toBe(false);
    const wrong = call(twoFactorConfirm, deps, callerOf(uid), { code: codeOf(Secret.fromHex("00").base32) });
    expect(await saysOf(wrong)).toBe(sayingOf(accountErrors.wrongCode));
    const confirmed = await call(twoFactorConfirm, deps, callerOf(uid), { code: codeOf(value.secret) });
    expect(confirmed.value.recovery_codes).toHaveLength(10);
    expect((await deps.accounts.find(uid))?.hasTwoFactor).toBe(true);
    expect((await deps.twoFactor.find(uid))?.sealedSecret).not.toContain(value.secret);
    expect((await mailsTo(db, email)).map(({ subject }) => subject)).toEqual([
      "The second factor of your account was changed",
    ]);
  });

  test("that is on is not replaced by who has the password alone", async () => {
    const { caller } = await withTwoFactor();
    expect(await saysOf(call(twoFactorSetup, deps, caller, { password: PASSWORD }))).toBe(
      sayingOf(accountErrors.twoFactorOn),
    );
    expect(await saysOf(call(twoFactorDisable, deps, caller, { password: PASSWORD }))).toBe(
      sayingOf(accountErrors.codeNeeded),
    );
  });

  test("takes each code once, also of two who show it at the same time", async () => {
    const { caller, secret } = await withTwoFactor();
    const used = call(twoFactorDisable, deps, caller, { password: PASSWORD, code: codeOf(secret) });
    expect(await saysOf(used)).toBe(sayingOf(accountErrors.wrongCode));
    await clock.advance(MINUTE_MS);
    const code = codeOf(secret);
    const both = [1, 2].map(() => call(twoFactorRecoveryCodes, deps, caller, { password: PASSWORD, code }));
    const settled = await Promise.allSettled(both);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("is turned off by a recovery code, which counts once; new codes replace the old", async () => {
    const { uid, caller, codes } = await withTwoFactor();
    const [first, second] = codes;
    const made = await call(twoFactorRecoveryCodes, deps, caller, { password: PASSWORD, recovery_code: first });
    expect(await deps.twoFactor.countRecoveryCodes(uid)).toBe(10);
    const old = call(twoFactorDisable, deps, caller, { password: PASSWORD, recovery_code: second });
    expect(await saysOf(old)).toBe(sayingOf(accountErrors.wrongCode));
    const typed = String(made.value.recovery_codes[0]).toUpperCase().replaceAll("-", " ");
    await call(twoFactorDisable, deps, caller, { password: PASSWORD, recovery_code: typed });
    expect((await deps.accounts.find(uid))?.hasTwoFactor).toBe(false);
    expect(await deps.twoFactor.countRecoveryCodes(uid)).toBe(0);
  });

  test("is asked for when the password changes", async () => {
    const { caller, secret } = await withTwoFactor();
    const change = { password: PASSWORD, new_password: NEW_PASSWORD };
    expect(await saysOf(call(passwordChange, deps, caller, change))).toBe(sayingOf(accountErrors.codeNeeded));
    await clock.advance(MINUTE_MS);
    await call(passwordChange, deps, caller, { ...change, code: codeOf(secret) });
  });
});
