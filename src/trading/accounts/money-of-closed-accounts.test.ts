/** Nobody can use the money of a closed account: none is given to it, also while the account is being closed. */
import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { holdTransaction } from "../../../test/support/held-transaction.ts";
import { invoicePayment } from "../../../test/support/invoice-payment.ts";
import { accountWorld } from "../../../test/support/trading-accounts.ts";
import { untilWaitingForLock } from "../../../test/support/waiting-for-lock.ts";
import { balanceOf, ledgerBook, payReferralShare, postEntry, refundUnused } from "../ledger/index.ts";
import { payViews } from "../articles/sql/earnings.ts";
import { walletStore } from "../wallets/sql/wallet-store.ts";
import { closeAccount } from "./index.ts";

const { db, open } = await testDatabase({ rooms: ["kit", "trading"] });
const { clock, newUser } = accountWorld(db);
const ledger = ledgerBook(db, new Set(["USD"]));
const wallets = walletStore(db);
let references = 0;

const given = (reference = `g${references++}`) => ({ admin: null, reference, reason: "By hand", at: clock.now() });
const credit = (ownerUid: number, kind: "deposit" | "correction" = "deposit") =>
  ledger.credit({ ...given(), ownerUid, currency: "USD", amount: 100n, kind });
const balance = (uid: number, currency = "USD") => balanceOf(db, `user:${uid}`, currency);

/** Pays an invoice of 100 units with all that the account has; answers its reference. */
async function charge(ownerUid: number): Promise<string> {
  await credit(ownerUid);
  const reference = `invoice:${references++}`;
  const facts = { reference, ownerUid, currency: "USD", amount: 100n, description: "October", at: clock.now() };
  await db.transaction((tx) => postEntry(tx, invoicePayment({ ...facts, type: "subscription" })));
  return reference;
}

const close = (uid: number) => db.transaction((tx) => closeAccount(tx, uid, clock.now()));

/** Does this while the account is being closed. What it came to, after the account was closed. */
async function whileClosing<Result>(uid: number, giving: () => Promise<Result>): Promise<PromiseSettledResult<Result>> {
  const closing = await holdTransaction(open(), (tx) => closeAccount(tx, uid, clock.now()));
  const settled = Promise.allSettled([giving()]);
  await untilWaitingForLock(db);
  await closing.commit();
  const [outcome] = await settled;
  return outcome;
}

const recordDeposit = (ownerUid: number) =>
  wallets.recordDeposit({
    ownerUid,
    currency: "ETH",
    txid: `0x${String(references++).padStart(64, "0")}`,
    outputIndex: 0,
    amount: 5n,
    recordedBy: ownerUid,
    at: clock.now(),
  });

describe("while its account is being closed, a user", () => {
  test("is not credited", async () => {
    const { uid } = await newUser();
    const credited = await whileClosing(uid, () => credit(uid));
    expect(credited).toMatchObject({ status: "rejected", reason: { status: 404 } });
    expect(await balance(uid)).toBe(0n);
  });

  test("gets no deposit that an admin records", async () => {
    const { uid } = await newUser();
    expect(await whileClosing(uid, () => recordDeposit(uid))).toMatchObject({ value: "none" });
    expect(await balance(uid, "ETH")).toBe(0n);
  });

  test("gets no charge back", async () => {
    const { uid } = await newUser();
    const refundOf = await charge(uid);
    const refunded = await whileClosing(uid, () => ledger.refund({ ...given(), refundOf, amount: undefined }));
    expect(refunded).toMatchObject({ status: "rejected", reason: { status: 409 } });
    expect(await balance(uid)).toBe(0n);
  });

  test("gets no share of what a user that it referred has paid", async () => {
    const referrer = await newUser();
    const { uid } = await newUser({ referredBy: referrer.uid });
    const payment = { reference: "invoice:shared", ownerUid: uid, currency: "USD", amount: 1_000n, at: clock.now() };
    const shared = await whileClosing(referrer.uid, () => db.transaction((tx) => payReferralShare(tx, payment, 10)));
    expect(shared).toMatchObject({ value: "none" });
    expect(await balance(referrer.uid)).toBe(0n);
  });
});

test("an account that is closing waits for money that is on its way, and then has it", async () => {
  const { uid } = await newUser();
  const crediting = await holdTransaction(open(), (tx) =>
    ledgerBook({ ...db, transaction: (work) => work(tx) }, new Set(["USD"])).credit({
      ...given(),
      ownerUid: uid,
      currency: "USD",
      amount: 100n,
      kind: "deposit",
    }),
  );
  const closing = Promise.allSettled([close(uid)]);
  await untilWaitingForLock(db);
  await crediting.commit();
  expect(await closing).toMatchObject([{ status: "rejected", reason: { code: "2300" } }]);
  expect(await balance(uid)).toBe(100n);
});

describe("a closed account", () => {
  test("gets no charge back, and the answer says so; a refund that came before it is still known", async () => {
    const { uid } = await newUser();
    const refundOf = await charge(uid);
    const first = { ...given(), refundOf, amount: 40n };
    await ledger.refund(first);
    await ledger.credit({ ...given(), ownerUid: uid, currency: "USD", amount: 40n, kind: "correction" });
    await close(uid);
    await expect(ledger.refund({ ...given(), refundOf, amount: undefined })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining(`account ${uid}`) as string,
    });
    expect(await ledger.refund(first)).toMatchObject({ outcome: "known", amount: 40n });
    expect(await balance(uid)).toBe(0n);
  });

  test("gets nothing back of what it did not use, which holds up no change of what it had", async () => {
    const { uid } = await newUser();
    const of = await charge(uid);
    await close(uid);
    const unused = { of, reference: `${of}:unused`, amount: 30n, description: "The rest", at: clock.now() };
    expect(await db.transaction((tx) => refundUnused(tx, unused))).toBe(0n);
    expect(await balance(uid)).toBe(0n);
  });

  test("is not paid for views of its articles, and nothing stays due", async () => {
    const { uid } = await newUser();
    const [article] = await db.query<{ id: number }>({
      name: "test.addArticle",
      text: `insert into trading.articles (uid, owner_uid, title, brief, body, images, is_draft, publish_at, created_at, updated_at)
        values ($1, $1, 'A title', '', '', '{}', false, now(), now(), now()) returning id`,
      values: [uid],
    });
    const articleId = article?.id ?? 0;
    const month = "2026-03-01";
    await db.execute({
      name: "test.addViews",
      text: "insert into trading.article_views (article_id, month, views) values ($1, $2, 7)",
      values: [articleId, month],
    });
    await close(uid);
    const rate = { currency: "USD", perThousand: 1_000n };
    const pay = () => db.transaction((tx) => payViews(tx, { articleId, month }, rate, clock.now()));
    expect([await pay(), await balance(uid)]).toEqual([0n, 0n]);
    const unpaid = await db.query({
      name: "test.unpaidViews",
      text: "select from trading.article_views where article_id = $1 and paid_at is null",
      values: [articleId],
    });
    expect(unpaid).toEqual([]);
  });
});
