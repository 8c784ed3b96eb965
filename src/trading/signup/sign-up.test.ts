/** Making an account for oneself: by a mail, and not before it was read. */
import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { choice, signUpWorld, visitor } from "../../../test/support/sign-up-world.ts";
import { call, mailsTo, refusalOf } from "../../../test/support/trading-accounts.ts";
import { hashSecret } from "../../kit/auth/hash-secret.ts";
import { AppError } from "../../kit/errors/catalogue.ts";
import { migrateJobs } from "../../kit/jobs/job-runner.ts";
import { MINUTE_MS, DAY_MS } from "../../kit/time/spans.ts";
import { accountErrors, verifyPassword } from "../accounts/index.ts";
import { confirmSignUp } from "./endpoints/confirm-sign-up.ts";
import { getSignUp } from "./endpoints/get-sign-up.ts";
import { requestSignUp } from "./endpoints/request-sign-up.ts";
import { signupErrors } from "./errors.ts";
import { mailSignUpLinkJob } from "./jobs/mail-sign-up-link.ts";
import { trimSignUpsJob } from "./jobs/trim-sign-ups.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "trading"] });
await migrateJobs(connection);
const { deps, modes, clock, newUser, ask, takeJobs } = signUpWorld({ db });

const BAD_TOKEN = accountErrors.badToken.spec.says;
let people = 0;
let email = "";
let username = "";
beforeEach(() => {
  people++;
  email = `new${people}@example.com`;
  username = `newcomer${people}`;
});

async function saysOf(answering: Promise<unknown>): Promise<string> {
  return (await refusalOf(answering)).message;
}

async function mainAccountsOf(address: string): Promise<number> {
  const rows = await db.query({
    name: "test.mainAccounts",
    text: "select id from trading.users where lower(email) = lower($1)",
    values: [address],
  });
  return rows.length;
}

/** Asks from an address of the network; answers whether it was refused. */
async function isRefused(address: string, to: string): Promise<boolean> {
  const asking = call(requestSignUp, deps, { address }, { email: to });
  return asking.then(
    () => false,
    (error: unknown) => {
      if (error instanceof AppError && error.status === 429) return true;
      throw error;
    },
  );
}

describe("an account", () => {
  test("is made when the mail was read, with the address verified, and by its reader's password alone", async () => {
    const token = await ask(email);
    expect(await mainAccountsOf(email)).toBe(0);
    const { value } = await call(confirmSignUp, deps, visitor(), choice(token, username));
    const user = await deps.accounts.findByLogin(email);
    expect(user).toMatchObject({ uid: value.uid, username, role: "user", emailVerifiedAt: clock.now() });
    expect(await verifyPassword(user?.passwordHash ?? "", "correct horse 1")).toBe(true);
    expect(await saysOf(call(confirmSignUp, deps, visitor(), choice(token, `${username}b`)))).toBe(BAD_TOKEN);
    expect(await mainAccountsOf(email)).toBe(1);
  });

  test("is made once by two who bring the token at the same time", async () => {
    const token = await ask(email);
    const both = ["a", "b"].map((end) => call(confirmSignUp, deps, visitor(), choice(token, `${username}${end}`)));
    const settled = await Promise.allSettled(both);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await mainAccountsOf(email)).toBe(1);
  });

  test("can still be made after a refusal for the username or the password", async () => {
    const taken = await newUser();
    const token = await ask(email);
    const [again, weak] = [choice(token, taken.username.toUpperCase()), choice(token, username, "weakweak")];
    expect(await saysOf(call(confirmSignUp, deps, visitor(), again))).toContain("is taken");
    expect(await saysOf(call(confirmSignUp, deps, visitor(), weak))).toContain("letters and digits");
    await call(confirmSignUp, deps, visitor(), choice(token, username));
  });

  test("is not made by a link that is a day old, or of which there is a newer one", async () => {
    const first = await ask(email);
    await clock.advance(3 * MINUTE_MS);
    const second = await ask(email);
    expect(await saysOf(call(confirmSignUp, deps, visitor(), choice(first, username)))).toBe(BAD_TOKEN);
    await clock.advance(DAY_MS);
    expect(await saysOf(call(confirmSignUp, deps, visitor(), choice(second, username)))).toBe(BAD_TOKEN);
  });

  test("is not made for an address that another account got in between", async () => {
    const token = await ask(email);
    await newUser({ email: email.toUpperCase() });
    expect(await saysOf(call(confirmSignUp, deps, visitor(), choice(token, username)))).toBe(
      signupErrors.emailInUse.spec.says,
    );
  });

  test("is not made where sign-up is off, nor asked for", async () => {
    const token = await ask(email);
    const off = signupErrors.off.spec.says;
    expect(await saysOf(call(requestSignUp, modes.off, visitor(), { email }))).toBe(off);
    expect(await saysOf(call(confirmSignUp, modes.off, visitor(), choice(token, username)))).toBe(off);
    expect(await takeJobs(email)).toEqual([]);
    const modesShown = [modes.off, modes.invited, modes.open].map((each) => call(getSignUp, each, visitor()));
    const shown = (await Promise.all(modesShown)).map(({ value }) => value.sign_up);
    expect(shown).toEqual(["off", "invited", "open"]);
  });
});

describe("a stranger", () => {
  test("does not find out by asking which addresses have accounts; only their mailboxes do", async () => {
    const known = await newUser({ email: `Known${people}@Example.com`, emailVerifiedAt: clock.now() });
    const typed = known.email.toLowerCase();
    const answers = [typed, email].map((each) => call(requestSignUp, deps, visitor(), { email: each }));
    const [first, second] = await Promise.all(answers);
    expect(first).toEqual(second);
    const jobs = [await takeJobs(typed), await takeJobs(email)];
    expect(jobs.map(({ length }) => length)).toEqual([1, 1]);
    for (const input of jobs.flat()) await mailSignUpLinkJob.run(deps, input, CONTEXT);
    const subjects = (await mailsTo(db, known.email)).map(({ subject }) => subject);
    expect(subjects).toEqual(["You have an account already"]);
    expect((await mailsTo(db, email)).map(({ subject }) => subject)).toEqual(["Verify your address to sign up"]);
  });

  test("with the database in hand finds no link that waits to be sent", async () => {
    const token = await ask(email);
    expect(token).toMatch(/^[\w-]{43}$/);
    const kept = await db.query<{ row: string }>({
      name: "test.keptMails",
      text: "select m::text as row from trading.mails m where recipient = $1",
      values: [email],
    });
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  test("makes an address that its account has not verified receive nothing but that verification", async () => {
    await newUser({ email, emailVerifiedAt: undefined });
    expect(await ask(email)).toBe("none");
    expect((await mailsTo(db, email)).map(({ subject }) => subject)).toEqual(["Verify your address"]);
  });

  test("asks ten times in a quarter of an hour from one network of 64 bits, and not oftener", async () => {
    const asked: boolean[] = [];
    for (let index = 0; index < 11; index++) {
      asked.push(await isRefused(`2001:db8:1:2::${index + 1}`, `network${people}x${index}@example.com`));
    }
    expect(asked.indexOf(true)).toBe(10);
    expect(await isRefused("2001:db8:1:3::1", email)).toBe(false);
  });

  test("asks ten times in a quarter of an hour for one address, from wherever", async () => {
    const asked: boolean[] = [];
    for (let index = 0; index < 11; index++) asked.push(await isRefused(visitor().address, email));
    expect(asked.indexOf(true)).toBe(10);
  });

  test("does not fill a mailbox: two minutes between mails, and five in a day", async () => {
    await ask(email);
    await ask(email);
    expect(await mailsTo(db, email)).toHaveLength(1);
    for (let index = 0; index < 8; index++) {
      await clock.advance(20 * MINUTE_MS);
      await ask(email);
    }
    expect(await mailsTo(db, email)).toHaveLength(5);
    await clock.advance(DAY_MS);
    await ask(email);
    expect(await mailsTo(db, email)).toHaveLength(6);
  });
});

test("tokens are kept as hashes only, and addresses that were never verified are forgotten after a day", async () => {
  const token = await ask(email);
  const rows = (): Promise<{ row: string }[]> =>
    db.query<{ row: string }>({
      name: "test.signUps",
      text: "select s::text as row from trading.sign_ups s where email = $1",
      values: [email],
    });
  const [kept] = await rows();
  expect(kept?.row).toContain(hashSecret(token).toString("hex"));
  expect(kept?.row).not.toContain(token);
  await trimSignUpsJob.run(deps, {}, CONTEXT);
  expect(await rows()).toHaveLength(1);
  await clock.advance(DAY_MS + MINUTE_MS);
  await trimSignUpsJob.run(deps, {}, CONTEXT);
  expect(await rows()).toEqual([]);
});

const CONTEXT = { attempt: 1, maxAttempts: 1, signal: new AbortController().signal };
