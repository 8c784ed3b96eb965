import { describe, expect, test } from "vitest";
import { day, openAccount, openSubaccount } from "../../../../test/support/billing-world.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { runJobTwice } from "../../../../test/support/run-job-twice.ts";
import { formatAmount } from "../../../kit/money/amount.ts";
import { formatInstant, toMillis } from "../../../kit/time/instant.ts";
import { makeInvoices } from "../jobs/make-invoices.ts";
import type { Invoice } from "../store.ts";
import { ledgerBook } from "../../ledger/index.ts";
import { billingStore } from "./billing-store.ts";
import { makeMonthInvoices } from "./invoices.ts";

const { db, open } = await testDatabase({ rooms: ["kit", "trading"] });
const billing = billingStore(db);

/** The first of April. */
const APRIL = day(22);

async function invoicesOf(uid: number): Promise<Invoice[]> {
  return [...(await billing.listInvoices(uid, { limit: 100, offset: 0 })).items];
}

async function numbers(): Promise<string[]> {
  const rows = await db.query<{ number: string }>({
    name: "test.invoiceNumbers",
    text: "select number from trading.invoices order by number",
  });
  return rows.map(({ number }) => number);
}

const run = (store = billing, at = APRIL): Promise<void> =>
  runJobTwice(makeInvoices, { billing: store, clock: manualClock(toMillis(at)) }, {});

describe("invoices", () => {
  test("are made once for each month that is over, by however many workers, numbered without gaps", async () => {
    const payer = await openAccount(db, "100");
    const idle = await openAccount(db);
    await openAccount(db);
    await billing.changePackage(payer.change(), "basic");
    await openSubaccount(db, payer);
    await Promise.all([run(), run(billingStore(open())), run(billingStore(open()))]);

    // January to March, of three accounts; sub-accounts have none.
    expect(await numbers()).toEqual(Array.from({ length: 9 }, (_, made) => `2026-00000${made + 1}`));
    const paid = await invoicesOf(payer.uid);
    expect(paid.map(({ status, amount }) => [status, formatAmount(amount)])).toEqual([
      ["paid", "29.00000000"],
      ["zero", "0.00000000"],
      ["zero", "0.00000000"],
    ]);
    expect(paid[0]).toMatchObject({
      items: [{ description: "Change to the package Basic", quantity: "1", amount: "29.00000000" }],
      currency: "USD",
      tax: 0n,
      paidAt: APRIL,
    });
    expect(paid.map(({ periodFrom, periodTo }) => [periodFrom, periodTo].map(formatInstant))[0]).toEqual([
      "2026-03-01T00:00:00Z",
      "2026-04-01T00:00:00Z",
    ]);
    expect((await invoicesOf(idle.uid))[0]).toMatchObject({
      status: "zero",
      items: [{ description: "Free package", quantity: "1", amount: "0.00000000" }],
    });
  });

  test("go on with the next number the month after, and tell each charge once", async () => {
    const before = await numbers();
    const account = await openAccount(db, "100");
    await billing.changePackage(account.change(APRIL), "basic");
    await run(billing, day(52));
    const after = await numbers();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.map((number) => Number(number.slice(5)))).toEqual(after.map((_number, position) => position + 1));
    const [april, ...earlier] = await invoicesOf(account.uid);
    expect(april).toMatchObject({ status: "paid", amount: 2_900_000_000n });
    expect(earlier.every(({ status }) => status === "zero")).toBe(true);
  });

  test("list what an admin gave back, once, in the month in which it was given back", async () => {
    const [account, admin] = [await openAccount(db, "100"), await openAccount(db)];
    await billing.changePackage(account.change(), "basic");
    await run();
    const [charge] = await db.query<{ reference: string }>({
      name: "test.findCharge",
      text: "select reference from trading.charges where owner_id = $1",
      values: [account.uid],
    });
    const refund = { admin: admin.change(), refundOf: charge?.reference ?? "", reason: "Half a month was down" };
    await ledgerBook(db, new Set()).refund({ ...refund, amount: 1_450_000_000n, reference: "ticket-7", at: APRIL });
    await Promise.all([run(billing, day(52)), run(billingStore(open()), day(52))]);
    await run(billing, day(90));
    const invoices = await invoicesOf(account.uid);
    expect(invoices.slice(0, 3).map(({ status, amount }) => [status, formatAmount(amount)])).toEqual([
      ["zero", "0.00000000"],
      ["paid", "-14.50000000"],
      ["paid", "29.00000000"],
    ]);
    expect(invoices[1]?.items).toEqual([
      { description: "Given back: Change to the package Basic", quantity: "1", amount: "-14.50000000" },
    ]);
  });

  test("leave no gap where making them failed", async () => {
    const before = await numbers();
    const account = await openAccount(db);
    const failed = db.transaction(async (tx) => {
      await makeMonthInvoices(tx, { from: day(-9), to: day(22) }, day(52));
      throw new Error("the process dies");
    });
    await expect(failed).rejects.toThrow("the process dies");
    expect(await numbers()).toEqual(before);
    await run(billing, day(52));
    expect(await invoicesOf(account.uid)).toHaveLength(4);
    const after = await numbers();
    expect(after.map((number) => Number(number.slice(5)))).toEqual(after.map((_number, position) => position + 1));
  });
});
