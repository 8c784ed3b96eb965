import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { newPerson, run, START } from "../../../../test/support/trading-people.ts";
import { ONE } from "../../../kit/money/amount.ts";
import type { Caller } from "../../caller.ts";
import { invoicePayment } from "../../../../test/support/invoice-payment.ts";
import { chargeCommission } from "../sql/commissions.ts";
import { ledgerBook } from "../sql/ledger-book.ts";
import { postEntry } from "../sql/post-entry.ts";
import { adminCredit } from "./admin-credit.ts";
import { adminRefund } from "./admin-refund.ts";
import { listCommissionsPaid } from "./list-commissions-paid.ts";
import { listRecentTransactions } from "./list-recent-transactions.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const deps = { ledger: ledgerBook(db, new Set(["USDT", "BTC"])), clock: manualClock(START / 1000) };
let admin: Caller;
let user: Caller;
let references = 0;

beforeEach(async () => {
  admin = await newPerson(db, { role: "admin" });
  user = await newPerson(db);
});

const credit = (more: object = {}) =>
  run(adminCredit, deps, admin, {
    uid: user.uid,
    currency: "USDT",
    amount: "2.5",
    reference: `ref-${references++}`,
    reason: "A transfer",
    ...more,
  });

describe("finance/", () => {
  test("shows what was credited, charged and given back, in decimals with 8 places", async () => {
    expect(await credit()).toMatchObject({ uid: String(user.uid), amount: "2.50000000", balance: "2.50000000" });
    const reference = `invoice:${references++}`;
    const facts = { reference, ownerUid: user.uid, currency: "USDT", amount: 2n * ONE, description: "May", at: START };
    await db.transaction((tx) => postEntry(tx, invoicePayment({ ...facts, type: "server" })));
    const refund = { refund_of: reference, amount: ".25", reference: "ticket-1", reason: "It was down" };
    expect(await run(adminRefund, deps, admin, refund)).toMatchObject({ amount: "0.25000000", balance: "0.75000000" });
    expect(await run(adminRefund, deps, admin, refund)).toMatchObject({ message: "The charge was given back before" });
    const page = await run(listRecentTransactions, deps, user, { limit: 2 });
    expect(page).toMatchObject({
      transactions: [
        { type: "refund", amount: "0.25000000", balance_after: "0.75000000", description: "It was down" },
        { type: "server", amount: "-2.00000000", balance_after: "0.50000000", reference, time_created: 1_767_225_600 },
      ],
      page: 1,
      showing: 2,
      total: 3,
    });
    const past = { transactions: [], page: 9, showing: 0, total: 3 };
    expect(await run(listRecentTransactions, deps, user, { pagenumber: 9 })).toEqual(past);
    expect(await run(listRecentTransactions, deps, admin)).toMatchObject({ transactions: [], total: 0 });
  });

  test("changes nothing for an amount of nothing", async () => {
    await expect(credit({ amount: "0.00" })).rejects.toMatchObject({ code: "2300", status: 422 });
    const refund = { refund_of: "invoice:none", amount: "0", reference: "ticket-2", reason: "It was down" };
    await expect(run(adminRefund, deps, admin, refund)).rejects.toMatchObject({ code: "2300", status: 422 });
    expect(await run(listRecentTransactions, deps, user)).toMatchObject({ total: 0 });
  });

  test("takes no amount below 0, nor one in another form", async () => {
    for (const amount of ["-1", "1e3", "0.123456789", "", "1,5", "."]) {
      await expect(credit({ amount })).rejects.toThrow("the input does not fit");
    }
  });

  test("lists commissions of a sub-account with what they come to, while that is in one currency", async () => {
    const subaccount = await newPerson(db, { owner: user });
    const charge = (strategyId: number, currency: string) =>
      db.transaction((tx) =>
        chargeCommission(tx, {
          dueId: strategyId,
          kind: "commission",
          payeeUid: null,
          ownerUid: user.uid,
          subaccountUid: subaccount.uid,
          strategyId,
          transactionId: user.uid,
          currency,
          rate: 100_000n,
          amount: 30n,
          at: START,
        }),
      );
    await credit();
    await credit({ currency: "BTC" });
    const list = (by: Caller) => run(listCommissionsPaid, deps, by, { subaccount_id: subaccount.uid });
    expect(await list(user)).toMatchObject({ commissions: [], total_amount: "0.00000000", total_amounts: [] });
    await charge(1, "USDT");
    await charge(2, "USDT");
    expect(await list(user)).toMatchObject({
      commissions: [
        { strategy_id: "2", kind: "commission", rate: "0.00100000", amount: "0.00000030" },
        { strategy_id: "1" },
      ],
      due: { currency: "USD", amount: "0.00000000", awaiting_rate: 0 },
      total: 2,
      total_amount: "0.00000060",
    });
    await charge(3, "BTC");
    expect(await list(user)).toMatchObject({ total: 3, total_amount: null });
    await expect(list(admin)).rejects.toMatchObject({ code: "2300", status: 404 });
  });
});
