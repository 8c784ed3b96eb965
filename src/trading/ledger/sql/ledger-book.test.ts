import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { addUser, addUsers } from "../../../../test/support/ledger-users.ts";
import { refusalOf } from "../../../../test/support/trading-accounts.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { invoicePayment } from "../../../../test/support/invoice-payment.ts";
import type { AdminCredit, AdminRefund } from "../store.ts";
import { chargeCommission, type CommissionCharge } from "./commissions.ts";
import { ledgerBook } from "./ledger-book.ts";
import { balanceOf, postEntry } from "./post-entry.ts";
import { payReferralShare } from "./referrals.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const ledger = ledgerBook(db, new Set(["USDT", "BTC"]));
const at = 1_760_000_000_000_000 as Instant;
const page = { limit: 10, offset: 0 };
let references = 0;
let admin = 0;
let uid = 0;
let stranger = 0;

/** Each test has users of its own. */
beforeEach(async () => {
  [admin = 0, uid = 0, stranger = 0] = await addUsers(db, 3);
});

const balance = (owner = uid): Promise<bigint> => balanceOf(db, `user:${owner}`, "USDT");

const credit = (amount: bigint, change: Partial<AdminCredit> = {}) =>
  ledger.credit({
    admin: { uid: admin, ownerUid: admin },
    ownerUid: uid,
    currency: "USDT",
    amount,
    kind: "deposit",
    reference: `c${references++}`,
    reason: "By hand",
    at,
    ...change,
  });

/** Takes this much for an invoice, whose reference it answers. */
async function charge(amount: bigint): Promise<string> {
  const reference = `invoice:${references++}`;
  const facts = { reference, ownerUid: uid, currency: "USDT", amount, description: "October", at };
  await db.transaction((tx) => postEntry(tx, invoicePayment({ ...facts, type: "subscription" })));
  return reference;
}

const refund = (refundOf: string, amount?: bigint, change: Partial<AdminRefund> = {}) =>
  ledger.refund({
    admin: { uid: admin, ownerUid: admin },
    refundOf,
    amount,
    reference: `r${references++}`,
    reason: "Sorry",
    at,
    ...change,
  });

const trail = (owner: number) =>
  db.query({
    name: "test.trail",
    text: "select user_id, action, subject from trading.audit where owner_id = $1 order by id",
    values: [owner],
  });

describe("a credit by hand", () => {
  test("gives, and as a correction takes, once for each reference, and is in the trail once", async () => {
    expect(await credit(10n, { reference: `a${uid}` })).toMatchObject({ outcome: "posted", amount: 10n, balance: 10n });
    expect(await credit(10n, { reference: `a${uid}` })).toMatchObject({ outcome: "known", balance: 10n });
    expect(await credit(4n, { reference: `b${uid}`, kind: "correction" })).toMatchObject({ amount: -4n, balance: 6n });
    expect(await trail(uid)).toEqual([
      { user_id: admin, action: "ledger.credit", subject: `a${uid}` },
      { user_id: admin, action: "ledger.credit", subject: `b${uid}` },
    ]);
  });

  test("is refused for another use of a reference, for more than the balance, and for accounts that are not main accounts", async () => {
    await credit(10n, { reference: `a${uid}` });
    await expect(credit(11n, { reference: `a${uid}` })).rejects.toMatchObject({ code: "2300", status: 409 });
    await expect(credit(11n, { kind: "correction" })).rejects.toMatchObject({ code: "2420" });
    const subaccount = await addUser(db, { ownerId: uid });
    for (const ownerUid of [subaccount, 1]) {
      await expect(credit(1n, { ownerUid })).rejects.toMatchObject({ status: 404 });
    }
    expect(await balance()).toBe(10n);
  });
});

describe("an admin", () => {
  test("does not credit, correct or refund the own account, and the operator may", async () => {
    await credit(10n);
    const invoice = await charge(5n);
    const own = { admin: { uid: admin, ownerUid: uid } };
    const refused = { status: 403, code: "2300" };
    await expect(credit(1n, own)).rejects.toMatchObject({ ...refused, message: expect.stringContaining("your own") });
    await expect(credit(1n, { ...own, kind: "correction" })).rejects.toMatchObject(refused);
    await expect(refund(invoice, 1n, own)).rejects.toMatchObject(refused);
    expect(await balance()).toBe(5n);
    expect(await credit(1n, { admin: null })).toMatchObject({ balance: 6n });
    expect(await refund(invoice, 1n, { admin: null })).toMatchObject({ balance: 7n });
    expect(await trail(uid)).toMatchObject([{ user_id: admin }, { user_id: null }, { user_id: null }]);
  });

  test("credits the currencies that the platform knows only, and corrects what is there in any", async () => {
    const refused = await refusalOf(credit(1n, { currency: "XBT" }));
    expect(refused).toMatchObject({ status: 422, message: expect.stringContaining("Known: BTC, USDT") as string });
    expect(refused.fields["details"]).toMatchObject({ missing_information: [{ supported: ["BTC", "USDT"] }] });
    const postings = [
      { account: `user:${uid}`, currency: "XBT", amount: 2n },
      { account: "platform:deposits", currency: "XBT", amount: -2n },
    ];
    const entry = { reference: `x${uid}`, type: "deposit", ownerUid: uid, description: "", at, postings } as const;
    await db.transaction((tx) => postEntry(tx, entry));
    expect(await credit(2n, { currency: "XBT", kind: "correction" })).toMatchObject({ balance: 0n });
  });
});

describe("a refund", () => {
  test("gives back parts until nothing is left", async () => {
    await credit(100n);
    const invoice = await charge(100n);
    expect(await refund(invoice, 30n)).toMatchObject({ outcome: "posted", ownerUid: uid, amount: 30n, balance: 30n });
    await expect(refund(invoice, 71n)).rejects.toMatchObject({
      status: 422,
      message: `Only 0.00000070 USDT of transaction ${invoice} can still be given back`,
    });
    expect(await refund(invoice)).toMatchObject({ amount: 70n, balance: 100n });
    await expect(refund(invoice)).rejects.toMatchObject({ status: 422 });
    expect(await trail(uid)).toHaveLength(3);
  });

  test("happens once for each reference", async () => {
    await credit(100n);
    const [one, two] = [await charge(40n), await charge(60n)];
    const reference = `again${uid}`;
    expect(await refund(one, undefined, { reference })).toMatchObject({ outcome: "posted", amount: 40n });
    expect(await refund(one, undefined, { reference })).toMatchObject({ outcome: "known", amount: 40n, balance: 40n });
    expect(await refund(one, 40n, { reference })).toMatchObject({ outcome: "known" });
    await expect(refund(one, 39n, { reference })).rejects.toMatchObject({ status: 409 });
    await expect(refund(two, undefined, { reference })).rejects.toMatchObject({ status: 409 });
    expect(await balance()).toBe(40n);
  });

  test("of the same charge at once never comes to more than it", async () => {
    await credit(100n);
    const invoice = await charge(100n);
    const refunds = await Promise.allSettled(Array.from({ length: 8 }, () => refund(invoice, 30n)));
    expect(refunds.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await balance()).toBe(90n);
  });

  test("is refused for an unknown entry and for one that is not a charge", async () => {
    await credit(100n, { reference: `given${uid}` });
    await expect(refund("invoice:none")).rejects.toMatchObject({ status: 404 });
    await expect(refund(`credit:given${uid}`)).rejects.toMatchObject({ status: 422 });
  });
});

describe("the list of transactions", () => {
  test("holds everything that has moved the balance, newest first, page by page, and nothing of others", async () => {
    await credit(100n);
    await credit(7n, { currency: "BTC" });
    const invoice = await charge(40n);
    await credit(1n, { ownerUid: stranger });
    const { transactions, total } = await ledger.listTransactions(uid, page);
    expect(total).toBe(3);
    expect(transactions).toMatchObject([
      { type: "subscription", currency: "USDT", amount: -40n, balanceAfter: 60n, reference: invoice, at },
      { type: "deposit", currency: "BTC", amount: 7n, balanceAfter: 7n },
      { type: "deposit", currency: "USDT", amount: 100n, balanceAfter: 100n, description: "By hand" },
    ]);
    const second = await ledger.listTransactions(uid, { limit: 2, offset: 2 });
    expect(second).toEqual({ transactions: [transactions[2]], total: 3 });
    expect(await ledger.listTransactions(uid, { limit: 2, offset: 4 })).toEqual({ transactions: [], total: 3 });
  });
});

describe("a commission", () => {
  let dues = 0;
  const commission = (change: Partial<CommissionCharge> = {}): CommissionCharge => ({
    dueId: ++dues,
    kind: "commission",
    payeeUid: null,
    ownerUid: uid,
    subaccountUid: uid,
    strategyId: 5,
    transactionId: uid,
    currency: "USDT",
    rate: 100_000n,
    amount: 30n,
    at,
    ...change,
  });
  const post = (charged: CommissionCharge) => db.transaction((tx) => chargeCommission(tx, charged));

  test("is charged once for each due, and listed for who ran the strategy", async () => {
    const subaccountUid = await addUser(db, { ownerId: uid });
    await credit(100n);
    await credit(100n, { currency: "BTC" });
    const first = commission();
    const entry = await post(first);
    expect(await post(first)).toBe(entry);
    await post(commission({ subaccountUid, strategyId: 6 }));
    await post(commission({ strategyId: 7, currency: "BTC", amount: 1n }));
    expect(await balance()).toBe(40n);
    expect(await ledger.listCommissions(uid, subaccountUid, page)).toMatchObject({
      commissions: [{ subaccountUid, strategyId: 6, transactionId: uid, rate: 100_000n, amount: 30n, at }],
      total: 1,
      sums: [{ currency: "USDT", amount: 30n }],
    });
    expect(await ledger.listCommissions(uid, uid, { limit: 1, offset: 1 })).toMatchObject({
      commissions: [{ strategyId: 5 }],
      total: 2,
      sums: [
        { currency: "BTC", amount: 1n },
        { currency: "USDT", amount: 30n },
      ],
    });
  });

  test("of another account's sub-account is answered like that of an unknown one", async () => {
    const theirs = await addUser(db, { ownerId: stranger });
    expect(await ledger.listCommissions(uid, theirs, page)).toBeUndefined();
    expect(await ledger.listCommissions(uid, stranger, page)).toBeUndefined();
    expect(await ledger.listCommissions(uid, 1, page)).toBeUndefined();
  });

  test("for the author of an algorithm goes to that account", async () => {
    await credit(100n);
    await post(commission({ kind: "cpa", payeeUid: stranger, rate: 0n }));
    expect(await balance()).toBe(70n);
    expect(await balanceOf(db, `user:${stranger}`, "USDT")).toBe(30n);
  });

  test("is not given back where its author has spent it", async () => {
    await credit(100n);
    await post(commission({ kind: "cpa", payeeUid: stranger, rate: 0n }));
    const [{ reference } = { reference: "" }] = (await ledger.listTransactions(stranger, page)).transactions;
    await credit(1n, { kind: "correction", ownerUid: stranger });
    await expect(refund(reference)).rejects.toMatchObject({ status: 422, code: "2420" });
    expect([await balance(), await balanceOf(db, `user:${stranger}`, "USDT")]).toEqual([70n, 29n]);
  });

  test("that the account cannot pay changes nothing", async () => {
    await expect(post(commission())).rejects.toMatchObject({ code: "2420" });
    expect(await ledger.listCommissions(uid, uid, page)).toMatchObject({ total: 0, sums: [] });
  });
});

describe("a referral share", () => {
  const share = (ownerUid: number, reference: string, percent: number) =>
    db.transaction((tx) =>
      payReferralShare(tx, { reference, ownerUid, currency: "USDT", amount: 1_000n, at }, percent),
    );

  test("goes once to the main account of who has brought the payer, whatever the setting is later", async () => {
    const payer = await addUser(db, { referredBy: await addUser(db, { ownerId: uid }) });
    const reference = `invoice:${references++}`;
    expect(await share(payer, reference, 12.5)).toBe("posted");
    expect(await share(payer, reference, 20)).toBe("known");
    expect(await balance()).toBe(125n);
    expect(await ledger.listTransactions(uid, page)).toMatchObject({
      transactions: [{ type: "referral", reference: `referral:${reference}` }],
    });
  });

  test("is not paid for a payer without a referrer, nor for nothing", async () => {
    expect(await share(uid, "x", 50)).toBe("none");
    const payer = await addUser(db, { referredBy: uid });
    expect(await share(payer, "y", 0)).toBe("none");
    expect(await balance()).toBe(0n);
  });
});
