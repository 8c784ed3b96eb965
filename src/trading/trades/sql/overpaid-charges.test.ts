/** Charges that come to less in the end than was paid for them: the author of the algorithm pays the rest back. */
import { expect, test } from "vitest";
import { chargedOrders, CPA } from "../../../../test/support/charged-orders.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { holdTransaction } from "../../../../test/support/held-transaction.ts";
import { newPerson } from "../../../../test/support/trading-people.ts";
import { formatAmount } from "../../../kit/money/amount.ts";
import { readUse } from "../../algorithms/sql/read-use.ts";
import { balanceOf, dueBook, proveBalances } from "../../ledger/index.ts";

const { db, open } = await testDatabase({ rooms: ["kit", "trading"] });
const { at, journal, ledger, newStrategy, place, canceledChange, filledChange, credit, take, page, chargesOf } =
  await chargedOrders(db);

let references = 0;

test("what was paid for a cancelled order above what it comes to is paid back by the author, once, when it has it", async () => {
  const book = dueBook(db);
  const balance = (uid: number) => balanceOf(db, `user:${uid}`, "USD");
  for (const { cpaSuccessful, authorHas, givenBack } of [
    { cpaSuccessful: "0.02000000", authorHas: 5_000_000n, givenBack: 0n },
    { cpaSuccessful: "0.00000000", authorHas: 5_000_000n, givenBack: 0n },
    // The author has spent what it got, and gets it again later.
    { cpaSuccessful: "0.02000000", authorHas: 1_000_000n, givenBack: 0n },
    // An administrator has given a part of it back before.
    { cpaSuccessful: "0.02000000", authorHas: 1_000_000n, givenBack: 4_000_000n },
  ]) {
    const [payer, author] = [await newPerson(db), await newPerson(db)];
    const asks = { ...CPA, cpaSuccessful, monthlyFee: "0.00000000" };
    const { strategyId, algorithmId } = await newStrategy(payer.uid, author.uid, asks);
    await credit(payer.uid, 5_000_000n);
    const { order, fence } = await place({ ownerUid: payer.uid, strategyId });
    const canceled = canceledChange(order);
    await journal.write(order.terms.keyId, fence, [canceled]);
    expect([await balance(payer.uid), await balance(author.uid)]).toEqual([0n, 5_000_000n]);
    if (givenBack > 0n) {
      const [charge] = (await ledger.listTransactions(payer.uid, page)).transactions;
      const asked = { admin: null, reference: `g${references++}`, reason: "x", at };
      await ledger.refund({ ...asked, refundOf: charge?.reference ?? "", amount: givenBack });
    }
    const spent = (await balance(author.uid)) - authorHas;
    if (spent > 0n) await take(author.uid, spent);
    const before = await balance(payer.uid);
    const late = { ...order, order: canceled.order, version: canceled.version };
    await journal.write(order.terms.keyId, fence, [filledChange(late)]);
    const comesTo = BigInt(Math.round(Number(cpaSuccessful) * 1e8));
    const owed = 5_000_000n - comesTo - givenBack;
    const isOwed = owed > authorHas;
    // The commission of 1 percent of 1,000 stays due: what comes back does not pay it in the same commit.
    expect((await chargesOf(payer.uid)).due?.amount).toBe(100_000_000n);
    expect(await readUse(db, algorithmId, 10)).toMatchObject({ cpaEarned: formatAmount(comesTo) });
    expect((await balance(payer.uid)) - before).toBe(isOwed || owed < 0n ? 0n : owed);
    expect((await book.listDebtors(0, 1_000)).includes(author.uid)).toBe(isOwed);
    if (isOwed) {
      expect(await book.collect(author.uid, at)).toBe(0);
      await credit(author.uid, owed);
      expect(await book.collect(author.uid, at)).toBe(1);
      expect((await balance(payer.uid)) - before).toBe(owed);
    }
    expect(await book.collect(author.uid, at)).toBe(0);
  }
  expect((await proveBalances(db)).differences).toEqual([]);
});

test("what an author owes to an account that has been closed since is not paid back, and is not owed any more", async () => {
  const book = dueBook(db);
  const [payer, author] = [await newPerson(db), await newPerson(db)];
  const asks = { ...CPA, cpaSuccessful: "0.00000000", monthlyFee: "0.00000000" };
  const { strategyId } = await newStrategy(payer.uid, author.uid, asks);
  await credit(payer.uid, 5_000_000n);
  const { order, fence } = await place({ ownerUid: payer.uid, strategyId });
  const canceled = canceledChange(order);
  await journal.write(order.terms.keyId, fence, [canceled]);
  await take(author.uid, 5_000_000n);
  await journal.write(order.terms.keyId, fence, [
    filledChange({ ...order, order: canceled.order, version: canceled.version }),
  ]);
  await credit(author.uid, 5_000_000n);
  // Whether it may be closed is not asked here.
  const closing = await holdTransaction(open(), (tx) =>
    tx.execute({
      name: "test.close",
      text: `with held as (select id from trading.users where id = $1 for update)
        update trading.users u set closed_at = now() from held where u.id = held.id`,
      values: [payer.uid],
    }),
  );
  const debtors = () => book.listDebtors(author.uid - 1, 1_000);
  // It waits for no other transaction, so it stays owed while the account is being closed.
  const duringClosing = [await book.collect(author.uid, at), await debtors()];
  await closing.commit();
  expect(duringClosing).toEqual([0, [author.uid]]);
  expect([await book.collect(author.uid, at), await debtors()]).toEqual([1, []]);
  const balances = [payer, author].map(({ uid }) => balanceOf(db, `user:${uid}`, "USD"));
  expect(await Promise.all(balances)).toEqual([0n, 5_000_000n]);
});
