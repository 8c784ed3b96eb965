/** Invitations, and referrals from the sign-up to the share. */
import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { choice, signUpWorld, visitor } from "../../../test/support/sign-up-world.ts";
import { call, callerOf, refusalOf } from "../../../test/support/trading-accounts.ts";
import { migrateJobs } from "../../kit/jobs/job-runner.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import type { Caller } from "../caller.ts";
import { listReferrals } from "../accounts/endpoints/list-referrals.ts";
import { closeAccount } from "../accounts/index.ts";
import { billingStore } from "../billing/sql/billing-store.ts";
import { postCharge } from "../billing/sql/charges.ts";
import { balanceOf, postEntry } from "../ledger/index.ts";
import { confirmSignUp } from "./endpoints/confirm-sign-up.ts";
import { createInvitation } from "./endpoints/create-invitation.ts";
import { listInvitations } from "./endpoints/list-invitations.ts";
import { requestSignUp } from "./endpoints/request-sign-up.ts";
import { revokeInvitation } from "./endpoints/revoke-invitation.ts";
import { signupErrors } from "./errors.ts";
import { setMayInvite } from "./index.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "trading"] });
await migrateJobs(connection);
const { deps, modes, clock, newUser, ask, inviter, invite } = signUpWorld({ db });

const BAD = signupErrors.badInvitation.spec.says;
const USD = 100_000_000n;
let people = 0;
let email = "";
let username = "";
beforeEach(() => {
  people++;
  email = `invited${people}@example.com`;
  username = `invitee${people}`;
});

async function saysOf(answering: Promise<unknown>): Promise<string> {
  return (await refusalOf(answering)).message;
}

/** Signs up, from the request to the account; answers its uid. */
async function signUp(given: object, mode: "invited" | "open" = "invited"): Promise<number> {
  const token = await ask(email, given, mode);
  return (await call(confirmSignUp, modes[mode], visitor(), choice(token, username))).value.uid;
}

async function statusesOf(caller: Caller): Promise<string[]> {
  const { value } = await call(listInvitations, deps, caller, { limit: 10, pagenumber: 1 });
  return value.invitations.map((each: { status: string }) => each.status);
}

async function referralsOf(uid: number): Promise<{ code: string; ids: string[] }> {
  const { value } = await call(listReferrals, deps, callerOf(uid), { limit: 10, pagenumber: 1 });
  return { code: value.referral_code, ids: value.referrals.map((each: { id: string }) => each.id) };
}

/** The user deposits 100 USD and pays 50 of it; answers what each of the others then got. */
async function sharesOfPayment(payerUid: number, ...others: readonly number[]): Promise<bigint[]> {
  const at = clock.now();
  await db.transaction(async (tx) => {
    const postings = [
      { account: "platform:deposits", currency: "USD", amount: -100n * USD },
      { account: `user:${payerUid}`, currency: "USD", amount: 100n * USD },
    ];
    const entry = { type: "deposit" as const, ownerUid: payerUid, description: "", at, postings };
    await postEntry(tx, { reference: `deposit:${payerUid}`, ...entry });
    const charge = { ownerUid: payerUid, reference: `charge:${payerUid}`, description: "a month", at };
    await postCharge(tx, { ...charge, type: "subscription", amount: 50n * USD });
  });
  await billingStore(db).payReferralShares(10, at);
  return Promise.all(others.map((uid) => balanceOf(db, `user:${uid}`, "USD")));
}

describe("an invitation", () => {
  test("makes one account where sign-up needs one, and no second", async () => {
    const caller = await inviter();
    const { code } = await invite(caller);
    expect(await saysOf(call(requestSignUp, modes.invited, visitor(), { email }))).toBe(
      signupErrors.invitationNeeded.spec.says,
    );
    const uid = await signUp({ invitation: code });
    expect((await deps.accounts.find(uid))?.email).toBe(email);
    expect(await statusesOf(caller)).toEqual(["used"]);
    const again = call(requestSignUp, modes.invited, visitor(), { email: `again${email}`, invitation: code });
    expect(await saysOf(again)).toBe(BAD);
  });

  test("makes one account of two who confirm at the same time", async () => {
    const { code } = await invite(await inviter());
    const emails = [`a${email}`, `b${email}`];
    const tokens = [await ask(emails[0] ?? "", { invitation: code }), await ask(emails[1] ?? "", { invitation: code })];
    const both = tokens.map((token, index) =>
      call(confirmSignUp, deps, visitor(), choice(token, `${username}${index}`)),
    );
    const settled = await Promise.allSettled(both);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("stays open when the account could not be made", async () => {
    const taken = await newUser();
    const caller = await inviter();
    const { code } = await invite(caller);
    const token = await ask(email, { invitation: code });
    await refusalOf(call(confirmSignUp, deps, visitor(), choice(token, taken.username)));
    expect(await statusesOf(caller)).toEqual(["open"]);
    await call(confirmSignUp, deps, visitor(), choice(token, username));
    expect(await statusesOf(caller)).toEqual(["used"]);
  });

  test("that was revoked makes no account, though a mail went out by it, and is revoked by its maker alone", async () => {
    const caller = await inviter();
    const { code, id } = await invite(caller);
    const token = await ask(email, { invitation: code });
    const other = await inviter("admin");
    expect((await refusalOf(call(revokeInvitation, deps, other, { id }))).status).toBe(404);
    await call(revokeInvitation, deps, caller, { id });
    expect(await saysOf(call(confirmSignUp, deps, visitor(), choice(token, username)))).toBe(BAD);
    expect((await refusalOf(call(revokeInvitation, deps, caller, { id }))).status).toBe(404);
    expect(await statusesOf(caller)).toEqual(["revoked"]);
  });

  test("that has expired makes no account", async () => {
    const caller = await inviter();
    const { code } = await invite(caller, 1);
    await clock.advance(DAY_MS);
    expect(await saysOf(call(requestSignUp, deps, visitor(), { email, invitation: code }))).toBe(BAD);
    expect(await statusesOf(caller)).toEqual(["expired"]);
  });

  test("counts only while its maker may invite", async () => {
    const caller = await inviter();
    const { code } = await invite(caller);
    await db.transaction((tx) => setMayInvite(tx, caller.uid, false, clock.now()));
    const asking = (): Promise<unknown> => call(requestSignUp, deps, visitor(), { email, invitation: code });
    expect(await saysOf(asking())).toBe(BAD);
    await db.transaction((tx) => setMayInvite(tx, caller.uid, true, clock.now()));
    await asking();
    await db.transaction((tx) => closeAccount(tx, caller.uid, clock.now()));
    expect(await saysOf(asking())).toBe(BAD);
    // Labels may name people.
    expect(await statusesOf(caller)).toEqual([]);
  });

  test("is made by staff and by accounts with the right, 20 open ones each, and not where sign-up is off", async () => {
    const { uid } = await newUser();
    const making = (caller: Caller, mode = modes.invited as object): Promise<unknown> =>
      call(createInvitation, mode, caller, { label: "a friend" });
    expect(await saysOf(making(callerOf(uid)))).toBe(signupErrors.mayNotInvite.spec.says);
    await making(await inviter("support"));
    const caller = await inviter("admin");
    expect(await saysOf(making(caller, modes.off))).toBe(signupErrors.off.spec.says);
    const settled = await Promise.allSettled(Array.from({ length: 22 }, () => making(caller)));
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    expect(await saysOf(making(caller))).toContain("20 open invitations");
  });

  test("is kept without its code", async () => {
    const { code, id } = await invite(await inviter());
    const rows = await db.query<{ row: string }>({
      name: "test.invitation",
      text: "select i::text as row from trading.invitations i where id = $1",
      values: [id],
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(code);
  });
});

describe("a referral", () => {
  test("begins with the referrer's code at sign-up, and ends with a share of what the newcomer pays", async () => {
    const referrer = await newUser();
    const { code } = await referralsOf(referrer.uid);
    const uid = await signUp({ referral_code: code.toUpperCase() }, "open");
    expect((await referralsOf(referrer.uid)).ids).toEqual([String(uid)]);
    expect(await sharesOfPayment(uid, referrer.uid)).toEqual([5n * USD]);
  });

  test("of an invited account is the inviter's, whatever other code is given", async () => {
    const caller = await inviter();
    const other = await newUser();
    const { code: invitation } = await invite(caller);
    const uid = await signUp({ invitation, referral_code: (await referralsOf(other.uid)).code });
    expect((await referralsOf(caller.uid)).ids).toEqual([String(uid)]);
    expect(await sharesOfPayment(uid, caller.uid, other.uid)).toEqual([5n * USD, 0n]);
  });

  test("is not earned by staff who invite; the code that is given counts then", async () => {
    const staff = await inviter("admin");
    const referrer = await newUser();
    const { code: invitation } = await invite(staff);
    const uid = await signUp({ invitation, referral_code: (await referralsOf(referrer.uid)).code });
    expect(await sharesOfPayment(uid, staff.uid, referrer.uid)).toEqual([0n, 5n * USD]);
  });

  test("does not begin with a code that is unknown, or of a closed account", async () => {
    const referrer = await newUser();
    const { code } = await referralsOf(referrer.uid);
    await db.transaction((tx) => closeAccount(tx, referrer.uid, clock.now()));
    for (const given of [code, "000000000000"]) {
      const asking = call(requestSignUp, deps, visitor(), { email, referral_code: given });
      expect(await saysOf(asking)).toContain(`no referral code ${given}`);
    }
  });
});
