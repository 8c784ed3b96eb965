import { expect, test } from "vitest";
import { auditOf, day, openAccount, START } from "../../../../test/support/billing-world.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { drivetimeOption } from "../core/drivetime.ts";
import { billingStore } from "./billing-store.ts";
import { useDrivetime } from "./drivetime.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const billing = billingStore(db);
const DAY = { id: "day", seconds: 86_400, price: 50_000_000n };

test("drivetime is paid, kept for a year after the last purchase, and used up", async () => {
  const account = await openAccount(db, "10");
  expect(await billing.readDrivetime(account.uid, START)).toEqual({
    balanceSeconds: 0,
    usedSeconds: 0,
    expiresAt: undefined,
  });
  await billing.buyDrivetime(account.change(), DAY);
  await billing.buyDrivetime(account.change(day(10)), DAY);
  expect(await account.balance()).toBe("9.00");
  const use = (seconds: number) => db.transaction((tx) => useDrivetime(tx, account.uid, seconds, day(11)));
  expect(await use(100_000)).toBe(100_000);
  expect(await billing.readDrivetime(account.uid, day(11))).toEqual({
    balanceSeconds: 72_800,
    usedSeconds: 100_000,
    expiresAt: day(376),
  });
  expect(await use(100_000)).toBe(72_800);
  expect(await use(1)).toBe(0);
  expect(await auditOf(db, account.uid)).toEqual(["drivetime.add", "drivetime.add"]);
});

test("drivetime that has expired is not brought back by more", async () => {
  const account = await openAccount(db, "10");
  await billing.buyDrivetime(account.change(), DAY);
  expect((await billing.readDrivetime(account.uid, day(366))).balanceSeconds).toBe(0);
  expect((await billing.buyDrivetime(account.change(day(366)), DAY)).balanceSeconds).toBe(86_400);
});

test("an account cannot hold more than ten years of drivetime, and a refused purchase is not charged", async () => {
  const account = await openAccount(db, "2000");
  const year = drivetimeOption("year") ?? DAY;
  for (let bought = 0; bought < 10; bought++) await billing.buyDrivetime(account.change(), year);
  await expect(billing.buyDrivetime(account.change(), year)).rejects.toMatchObject({ status: 409 });
  expect(await account.balance()).toBe("1100.00");
});

test("drivetime that cannot be paid is not had", async () => {
  const account = await openAccount(db, "0.49");
  await expect(billing.buyDrivetime(account.change(), DAY)).rejects.toMatchObject({ code: "2420" });
  expect((await billing.readDrivetime(account.uid, START)).balanceSeconds).toBe(0);
});
