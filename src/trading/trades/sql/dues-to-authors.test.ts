/** What is due to authors: nothing where the account is closed, nothing for now where it is disabled, and never before commissions. */
import { expect, test } from "vitest";
import { chargedOrders, CPA } from "../../../../test/support/charged-orders.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { holdTransaction } from "../../../../test/support/held-transaction.ts";
import { newPerson } from "../../../../test/support/trading-people.ts";
import { closeAccount, setUserActive } from "../../accounts/index.ts";
import { balanceOf, dueBook } from "../../ledger/index.ts";

const { db, open } = await testDatabase({ rooms: ["kit", "trading"] });
const { at, newStrategy, fill, credit, chargesOf } = await chargedOrders(db);
const book = dueBook(db);
const balance = (uid: number) => balanceOf(db, `user:${uid}`, "USD");
const COMMISSION = 100_000_000n;
/** For an order that was filled, and for the month. */
const AUTHOR_ASKS = 125_000_000n;
/** More than is due. */
const MONEY = 1_000_000_000n;

/** An account that owes the commission of a fill and the charges of the algorithm's author, and has nothing. */
async function owing() {
  const [payer, author] = [await newPerson(db), await newPerson(db)];
  const { strategyId } = await newStrategy(payer.uid, author.uid, CPA);
  await fill({ ownerUid: payer.uid, strategyId });
  expect((await chargesOf(payer.uid)).due?.amount).toBe(COMMISSION + AUTHOR_ASKS);
  return { payer: payer.uid, author: author.uid, strategyId };
}

test("what was due to an author is not due any more when the author closes the account", async () => {
  const { payer, author } = await owing();
  const other = await owing();
  await db.transaction((tx) => closeAccount(tx, author, at));
  expect((await chargesOf(payer)).due).toEqual({ amount: COMMISSION, unknown: 0 });
  await credit(payer, MONEY);
  await book.collect(payer, at);
  expect([await balance(payer), await balance(author)]).toEqual([MONEY - COMMISSION, 0n]);
  expect((await chargesOf(other.payer)).due?.amount, "of another author").toBe(COMMISSION + AUTHOR_ASKS);
});

test("a charge that came while its author closed the account is dropped, and holds up no other", async () => {
  const { payer, author } = await owing();
  await credit(payer, MONEY);
  const closing = await holdTransaction(open(), async (tx) => {
    await closeAccount(tx, author, at);
    // As an order does that read of the author before.
    await tx.execute({
      name: "test.lateDue",
      text: `insert into trading.dues (kind, subject, owner_uid, subaccount_uid, strategy_id, order_id, exchange, payee_uid,
          rate, currency, amount, at_ms)
        values ('cpa', 'late/' || $1::bigint, $1::bigint, $1::bigint, 1, 1, 'binance', $2, 0, 'USD', 25000000, 1)`,
      values: [payer, author],
    });
  });
  // It waits for no other transaction: what the author may get stays due, and the platform is paid.
  await book.collect(payer, at);
  const duringClosing = [(await chargesOf(payer)).due?.amount, await balance(payer)];
  await closing.commit();
  expect(duringClosing).toEqual([AUTHOR_ASKS, MONEY - COMMISSION]);
  expect((await chargesOf(payer)).due?.amount).toBe(25_000_000n);
  expect(await book.collect(payer, at)).toBe(1);
  expect((await chargesOf(payer)).due).toEqual({ amount: 0n, unknown: 0 });
  expect([await balance(payer), await balance(author)]).toEqual([MONEY - COMMISSION, 0n]);
});

test("what is due to an author who is disabled waits, holds up no other, and becomes no more", async () => {
  const { payer, author, strategyId } = await owing();
  await db.transaction((tx) => setUserActive(tx, author, false, at));
  // More than are looked at together.
  await db.execute({
    name: "test.manyDues",
    text: `insert into trading.dues (kind, subject, owner_uid, subaccount_uid, strategy_id, order_id, exchange, payee_uid,
        rate, currency, amount, at_ms)
      select 'cpa', 'many/' || $1::bigint || '/' || n, $1::bigint, $1::bigint, 1, 1, 'binance', $2, 0, 'USD', 1000, 1
      from generate_series(1, 60) as n`,
    values: [payer, author],
  });
  await fill({ ownerUid: payer, strategyId });
  await credit(payer, MONEY);
  await book.collect(payer, at);
  expect([await balance(payer), await balance(author)]).toEqual([MONEY - 2n * COMMISSION, 0n]);
  expect((await chargesOf(payer)).due?.amount).toBe(AUTHOR_ASKS + 60_000n);
  await db.transaction((tx) => setUserActive(tx, author, true, at));
  while ((await book.collect(payer, at)) > 0);
  expect(await balance(author)).toBe(AUTHOR_ASKS + 60_000n);
});

test("a charge of an author that no balance covers keeps no commission from being paid", async () => {
  const { payer, author, strategyId } = await owing();
  await db.execute({
    name: "test.dearDue",
    text: `insert into trading.dues (kind, subject, owner_uid, subaccount_uid, strategy_id, order_id, exchange, payee_uid,
        rate, currency, amount, at_ms)
      select 'cpa', 'dear/' || $1::bigint || '/' || n, $1::bigint, $1::bigint, 1, 1, 'binance', $2, 0, 'USD', 1000000000000, 1
      from generate_series(1, 60) as n`,
    values: [payer, author],
  });
  await fill({ ownerUid: payer, strategyId });
  await credit(payer, MONEY);
  while ((await book.collect(payer, at)) > 0);
  const [unpaid] = await db.query<{ commissions: number }>({
    name: "test.unpaidCommissions",
    text: `select count(*) as commissions from trading.dues
      where owner_uid = $1 and payee_uid is null and entry_id is null`,
    values: [payer],
  });
  expect(unpaid).toEqual({ commissions: 0 });
});
