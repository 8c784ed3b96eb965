import { describe, expect, test } from "vitest";
import { auditOf, day, mailsOf, openAccount, type Account } from "../../../../test/support/billing-world.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { runJobTwice } from "../../../../test/support/run-job-twice.ts";
import { toMillis, type Instant } from "../../../kit/time/instant.ts";
import { renewSubscriptions } from "../jobs/renew-subscriptions.ts";
import { billingStore } from "./billing-store.ts";
import { planOf } from "./plan-of.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const billing = billingStore(db);

const runAt = (at: Instant): Promise<void> =>
  runJobTwice(renewSubscriptions, { billing, clock: manualClock(toMillis(at)) }, {});

async function onBasic(dollars: string): Promise<Account> {
  const account = await openAccount(db, dollars);
  await billing.changePackage(account.change(), "basic");
  return account;
}

const statuses = async ({ uid }: Account): Promise<string[]> =>
  (await billing.listInvoices(uid, { limit: 10, offset: 0 })).items.map(({ status }) => status);

describe("the month after the one that is over", () => {
  test("is charged once, though the job runs twice and on several processes", async () => {
    const account = await onBasic("100");
    await runAt(day(30.99));
    expect(await account.balance()).toBe("71.00");
    await Promise.all([runAt(day(31)), runAt(day(31))]);
    expect(await account.balance()).toBe("42.00");
    expect((await billing.readSubscription(account.uid)).period).toEqual({ from: day(31), to: day(61) });
    expect(await mailsOf(db, account.uid)).toEqual([]);
  });

  test("is charged for each month that was missed", async () => {
    const account = await onBasic("100");
    await runAt(day(62));
    expect(await account.balance()).toBe("13.00");
    expect((await billing.readSubscription(account.uid)).period).toEqual({ from: day(61), to: day(92) });
  });

  test("begins with what was to come", async () => {
    const account = await openAccount(db, "130");
    await billing.changePackage(account.change(), "pro");
    await billing.changePackage(account.change(day(1)), "basic");
    await runAt(day(31));
    expect(await planOf(db, account.uid)).toMatchObject({ id: "basic" });
    expect(await account.balance()).toBe("2.00");
  });

  test("costs nothing when the free package was to come", async () => {
    const account = await onBasic("29");
    await billing.changePackage(account.change(day(1)), "free");
    await runAt(day(31));
    expect(await planOf(db, account.uid)).toMatchObject({ id: "free" });
    expect(await billing.readSubscription(account.uid)).toMatchObject({ period: undefined, next: undefined });
    expect(await mailsOf(db, account.uid)).toEqual([]);
  });

  test("is due when there is too little money: one mail, one invoice, and the package stays", async () => {
    const account = await onBasic("57.99");
    await runAt(day(31));
    await runAt(day(33));
    expect(await planOf(db, account.uid)).toMatchObject({ id: "basic" });
    expect(await account.balance()).toBe("28.99");
    expect(await mailsOf(db, account.uid)).toEqual(["Your package Basic could not be renewed"]);
    expect(await statuses(account)).toEqual(["due"]);
  });

  test("is charged within seven days as soon as there is enough, for the month as it was", async () => {
    const account = await onBasic("57.99");
    await runAt(day(31));
    await account.deposit("0.01");
    await runAt(day(37.9));
    expect(await account.balance()).toBe("0.00");
    expect((await billing.readSubscription(account.uid)).period).toEqual({ from: day(31), to: day(61) });
    expect(await statuses(account)).toEqual(["paid"]);
    expect(await mailsOf(db, account.uid)).toHaveLength(1);
  });

  test("gives way to the free package after seven days", async () => {
    const account = await onBasic("29");
    await runAt(day(31));
    await runAt(day(37.99));
    expect(await planOf(db, account.uid)).toMatchObject({ id: "basic" });
    await runAt(day(38));
    expect(await planOf(db, account.uid)).toMatchObject({ id: "free" });
    expect(await statuses(account)).toEqual(["void"]);
    expect(await mailsOf(db, account.uid)).toEqual([
      "Your package Basic could not be renewed",
      "Your package Basic has ended",
    ]);
    expect(await auditOf(db, account.uid)).toEqual(["subscription.change", "subscription.due", "subscription.end"]);
    await account.deposit("29");
    await billing.changePackage(account.change(day(40)), "basic");
    expect((await billing.readSubscription(account.uid)).period?.from).toBe(day(40));
  });

  test("is never charged to an account that was closed", async () => {
    const account = await onBasic("100");
    await db.execute({
      name: "test.closeAccount",
      text: "update trading.users set closed_at = now(), is_active = false where id = $1",
      values: [account.uid],
    });
    await runAt(day(31));
    expect(await account.balance()).toBe("71.00");
    expect(await planOf(db, account.uid)).toMatchObject({ id: "free" });
    expect(await mailsOf(db, account.uid)).toEqual([]);
  });
});
