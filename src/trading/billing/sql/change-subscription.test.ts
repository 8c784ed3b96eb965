import { describe, expect, test } from "vitest";
import { auditOf, day, openAccount, openSubaccount, START } from "../../../../test/support/billing-world.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { formatAmount } from "../../../kit/money/amount.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import { billingStore } from "./billing-store.ts";
import { planOf } from "./plan-of.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const billing = billingStore(db);

/** March has 31 days, so a period of 31 days begins on the 10th. */
const HALF = day(15.5);

describe("changing the package", () => {
  test("an account that never chose is on the free package", async () => {
    const { uid } = await openAccount(db);
    expect(await planOf(db, uid)).toMatchObject({ id: "free", name: "Free" });
    expect(await billing.readSubscription(uid)).toMatchObject({ price: 0n, period: undefined });
  });

  test("begins at once with a whole month", async () => {
    const account = await openAccount(db, "100");
    const changed = await billing.changePackage(account.change(), "basic");
    expect(changed).toMatchObject({ plan: { id: "basic" }, effectiveAt: START });
    expect(formatAmount(changed.charge)).toBe("29.00000000");
    expect(await account.balance()).toBe("71.00");
    expect(await planOf(db, account.uid)).toMatchObject({ id: "basic", name: "Basic" });
    expect(await billing.readSubscription(account.uid)).toMatchObject({ period: { from: START, to: day(31) } });
    expect(await auditOf(db, account.uid)).toEqual(["subscription.change"]);
  });

  test("to a dearer one costs the difference for what is left of the month", async () => {
    const account = await openAccount(db, "100");
    await billing.changePackage(account.change(), "basic");
    const changed = await billing.changePackage(account.change(HALF), "pro");
    expect(formatAmount(changed.charge)).toBe("35.00000000");
    expect(formatAmount(changed.difference)).toBe("70.00000000");
    expect(await account.balance()).toBe("36.00");
    expect(await billing.readSubscription(account.uid)).toMatchObject({ period: { to: day(31) } });
  });

  test("to a cheaper one waits for the end of the month, and can be taken back", async () => {
    const account = await openAccount(db, "100");
    await billing.changePackage(account.change(), "pro");
    const changed = await billing.changePackage(account.change(HALF), "basic");
    expect(changed).toMatchObject({ charge: 0n, effectiveAt: day(31), plan: { id: "basic" } });
    expect(await planOf(db, account.uid)).toMatchObject({ id: "pro" });
    expect(await billing.changePackage(account.change(HALF), "pro")).toMatchObject({ charge: 0n, effectiveAt: HALF });
    expect((await billing.readSubscription(account.uid)).next).toBeUndefined();
    expect(await account.balance()).toBe("1.00");
    expect(await auditOf(db, account.uid)).toEqual([
      "subscription.change",
      "subscription.schedule",
      "subscription.change",
    ]);
  });

  test("to the same changes and costs nothing, also twice at once", async () => {
    const account = await openAccount(db, "100");
    await Promise.all([1, 2, 3].map(() => billing.changePackage(account.change(), "basic")));
    expect(await account.balance()).toBe("71.00");
    expect(await auditOf(db, account.uid)).toEqual(["subscription.change"]);
  });

  test("without the money leaves everything as it was", async () => {
    const account = await openAccount(db, "28.99");
    await expect(billing.changePackage(account.change(), "basic")).rejects.toMatchObject({ code: "2420", status: 422 });
    expect(await account.balance()).toBe("28.99");
    expect(await planOf(db, account.uid)).toMatchObject({ id: "free" });
    expect(await auditOf(db, account.uid)).toEqual([]);
  });

  test("is refused while more sub-accounts are open than it allows", async () => {
    const account = await openAccount(db, "100");
    await billing.changePackage(account.change(), "basic");
    await openSubaccount(db, account);
    await openSubaccount(db, account);
    const conflicts = [{ setting: "subaccounts.maximum_accounts", used: 2, allowed: 1 }];
    await expect(billing.changePackage(account.change(HALF), "free")).rejects.toMatchObject({
      status: 409,
      fields: { details: { conflicts } },
    });
    expect((await billing.readSubscription(account.uid)).next).toBeUndefined();
  });

  test("is refused while more templates are stored, or more strategies run, than it allows", async () => {
    const account = await openAccount(db, "100");
    await billing.changePackage(account.change(), "basic");
    await db.execute({
      name: "test.templates",
      text: `insert into trading.strategy_templates (owner_uid, uid, label, copy_strategy_id, settings, created_at)
        select $1, $1, 'n', 1, '{}', now() from generate_series(1, 6)`,
      values: [account.uid],
    });
    await db.execute({
      name: "test.running",
      text: `with made as (insert into trading.profiles (owner_uid, uid, name, description, settings, created_at, updated_at)
          values ($1, $1, 'n', '', '{}', now(), now()) returning id)
        insert into trading.strategies (profile_id, owner_uid, uid, state, created_at)
        select made.id, $1, $1, state, now()
        from made, unnest(array['running', 'paused', 'stopping', 'reconvening', 'ready', 'stopped']) as state`,
      values: [account.uid],
    });
    const conflicts = [
      { setting: "strategies.maximum.strategies", used: 4, allowed: 3 },
      { setting: "strategies.maximum.templates", used: 6, allowed: 5 },
    ];
    await expect(billing.changePackage(account.change(HALF), "free")).rejects.toMatchObject({
      status: 409,
      fields: { details: { conflicts } },
    });
  });

  test("pays the month that began in between first", async () => {
    const account = await openAccount(db, "130");
    await billing.changePackage(account.change(), "basic");
    await expect(billing.changePackage(account.change(day(32)), "pro")).resolves.toMatchObject({ plan: { id: "pro" } });
    // 29 for each of two months, and 70 for 29 of 30 days.
    expect(await account.balance()).toBe("4.33");
    expect((await billing.readSubscription(account.uid)).period).toEqual({ from: day(31), to: day(61) });
  });

  test("is refused while a month is due that cannot be paid", async () => {
    const account = await openAccount(db, "30");
    await billing.changePackage(account.change(), "basic");
    await billing.renew(account.uid, day(31));
    await expect(billing.changePackage(account.change(day(32)), "free")).rejects.toMatchObject({ code: "2420" });
    expect(await planOf(db, account.uid)).toMatchObject({ id: "basic" });
  });
});

describe("changing a setting", () => {
  const setting = "strategies.maximum.strategies";

  test("costs the quoted price, for the rest of the month, and makes the package a custom one", async () => {
    const account = await openAccount(db, "100");
    await billing.changePackage(account.change(), "basic");
    const quote = await billing.quoteSetting(account.change(HALF), setting, "45");
    expect(quote).toMatchObject({ setting, oldValue: 25, newValue: 45, effectiveAt: HALF });
    expect([quote.priceOld, quote.priceNew, quote.charge].map(formatAmount)).toEqual([
      "29.00000000",
      "39.00000000",
      "5.00000000",
    ]);
    expect(await account.balance()).toBe("71.00");
    const changed = await billing.confirmQuote(account.change(plusMillis(HALF, 14 * 60_000)), quote.id);
    expect(changed).toMatchObject({ plan: { id: "custom" }, setting, newValue: 45 });
    expect(await account.balance()).toBe("66.00");
    const plan = await planOf(db, account.uid);
    expect(plan).toMatchObject({ id: "custom", name: "Custom" });
    expect(plan.limits.strategies.maximum.strategies).toBe(45);
  });

  test("can be confirmed once, in time, and not after another change", async () => {
    const account = await openAccount(db, "100");
    const gone = { code: "2310", status: 409 };
    const ask = async (value: string) => (await billing.quoteSetting(account.change(), setting, value)).id;
    const [first, second] = [await ask("4"), await ask("5")];
    await expect(billing.confirmQuote(account.change(plusMillis(START, 15 * 60_000)), first)).rejects.toMatchObject(
      gone,
    );
    await billing.confirmQuote(account.change(), first);
    await expect(billing.confirmQuote(account.change(), first)).rejects.toMatchObject(gone);
    await expect(billing.confirmQuote(account.change(), second)).rejects.toMatchObject(gone);
    expect(await account.balance()).toBe("99.50");
  });

  test("is charged once when it is confirmed twice at once", async () => {
    const account = await openAccount(db, "100");
    const { id } = await billing.quoteSetting(account.change(), setting, "5");
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => billing.confirmQuote(account.change(), id)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await account.balance()).toBe("99.00");
  });

  test("is not confirmed with a quote of another account", async () => {
    const [account, stranger] = [await openAccount(db, "100"), await openAccount(db, "100")];
    const { id } = await billing.quoteSetting(account.change(), setting, "5");
    await expect(billing.confirmQuote(stranger.change(), id)).rejects.toMatchObject({ code: "2310" });
    await expect(billing.confirmQuote(account.change(), id)).resolves.toMatchObject({ plan: { id: "custom" } });
  });

  test("back costs nothing more, and what is paid for stays until the month is over", async () => {
    const account = await openAccount(db, "100");
    const confirm = async (value: string) =>
      billing.confirmQuote(account.change(), (await billing.quoteSetting(account.change(), setting, value)).id);
    await confirm("5");
    expect(await confirm("3")).toMatchObject({ charge: 0n, effectiveAt: day(31) });
    expect((await planOf(db, account.uid)).limits.strategies.maximum.strategies).toBe(5);
    expect(await confirm("5")).toMatchObject({ charge: 0n, effectiveAt: START });
    expect(await account.balance()).toBe("99.00");
  });

  test("leaves no heap of prices behind", async () => {
    const account = await openAccount(db);
    for (let asked = 0; asked < 55; asked++) await billing.quoteSetting(account.change(), setting, "4");
    const [row] = await db.query<{ kept: number }>({
      name: "test.countQuotes",
      text: "select count(*) as kept from trading.setting_quotes where owner_id = $1",
      values: [account.uid],
    });
    expect(row?.kept).toBe(50);
  });

  test("is refused with the reason", async () => {
    const account = await openAccount(db);
    await expect(billing.quoteSetting(account.change(), "strategies.luck", "1")).rejects.toMatchObject({
      status: 422,
      message: "There is no setting strategies.luck",
    });
  });
});
