import { expect, test } from "vitest";
import { day, openAccount, START as BILLING_START } from "../../../test/support/billing-world.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { serverWorkers } from "../../../test/support/server-workers.ts";
import { newPerson, START } from "../../../test/support/trading-people.ts";
import { timestamp } from "../../kit/sql/values.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import { HOUR_MS } from "../../kit/time/spans.ts";
import { balanceOf, ledgerBook, postEntry } from "../ledger/index.ts";
import { serverType } from "./core/server-types.ts";
import { billingStore } from "./sql/billing-store.ts";
import { postCharge } from "./sql/charges.ts";

test("a user who referred another gets a share of what that one pays, once", async () => {
  const { db } = await testDatabase({ rooms: ["kit", "trading"] });
  const [referrer, payer, other] = [await newPerson(db), await newPerson(db), await newPerson(db)];
  await db.execute({
    name: "test.refer",
    text: "update trading.users set referred_by = $1 where id = $2",
    values: [referrer.uid, payer.uid],
  });
  for (const { uid } of [payer, other]) {
    await db.transaction(async (tx) => {
      const postings = [
        { account: "platform:deposits", currency: "USD", amount: -50_000_000_000n },
        { account: `user:${uid}`, currency: "USD", amount: 50_000_000_000n },
      ];
      const entry = { reference: `d:${uid}`, type: "deposit" as const, ownerUid: uid, description: "", at: START };
      await postEntry(tx, { ...entry, postings });
      const charge = { ownerUid: uid, reference: `c:${uid}`, type: "subscription" as const, description: "a month" };
      await postCharge(tx, { ...charge, amount: 10_000_000_000n, at: START });
    });
  }
  const store = billingStore(db);
  expect(await store.payReferralShares(10, START)).toBe(1);
  expect(await store.payReferralShares(50, START)).toBe(0);
  expect(await balanceOf(db, `user:${referrer.uid}`, "USD")).toBe(1_000_000_000n);
});

test("a share that cannot be paid does not keep others from theirs", async () => {
  const { db } = await testDatabase({ rooms: ["kit", "trading"] });
  const [referrer, payer] = [await newPerson(db), await newPerson(db)];
  await db.execute({
    name: "test.referOne",
    text: "update trading.users set referred_by = $1 where id = $2",
    values: [referrer.uid, payer.uid],
  });
  await db.execute({
    name: "test.chargeTwice",
    text: `insert into trading.charges (owner_id, reference, description, amount, at)
      select $1, 'c:' || n, 'a month', 100000000, $2::timestamptz + n * interval '1 minute' from generate_series(1, 2) as n`,
    values: [payer.uid, timestamp(START)],
  });
  await db.execute({
    name: "test.refuseShare",
    text: "alter table trading.ledger_entries add constraint test_refused check (reference <> 'referral:c:1')",
  });
  const store = billingStore(db);
  await expect(store.payReferralShares(10, START)).rejects.toThrow("could not be paid: 1");
  expect(await balanceOf(db, `user:${referrer.uid}`, "USD")).toBe(10_000_000n);
});

test("payments without a share do not keep others from theirs", async () => {
  const { db } = await testDatabase({ rooms: ["kit", "trading"] });
  const [referrer, payer] = [await newPerson(db), await newPerson(db)];
  const [closed, other] = [await newPerson(db), await newPerson(db)];
  await db.execute({
    name: "test.referBoth",
    text: `with closed as (update trading.users set closed_at = now() where id = $3)
      update trading.users set referred_by = case when id = $2 then $1 else $3 end where id in ($2, $4)`,
    values: [referrer.uid, payer.uid, closed.uid, other.uid],
  });
  // Older ones, and more than are looked at in one go: of a closed referrer, and too small for a share.
  await db.execute({
    name: "test.chargeOften",
    text: `insert into trading.charges (owner_id, reference, description, amount, at)
      select case when n % 2 = 0 then $1::bigint else $2::bigint end, 'old:' || n, 'a month', case when n % 2 = 0 then 900000 else 9 end,
        $3::timestamptz from generate_series(1, 1100) as n
      union all select $2, 'c:1', 'a month', 100000000, $3::timestamptz + interval '1 minute'`,
    values: [other.uid, payer.uid, timestamp(START)],
  });
  const store = billingStore(db);
  expect(await store.payReferralShares(10, START)).toBe(1);
  expect(await balanceOf(db, `user:${referrer.uid}`, "USD")).toBe(10_000_000n);
});

test("a share of a server's rent is of what was not given back, once the server is over", async () => {
  const { db } = await testDatabase({ rooms: ["kit", "trading"] });
  const [referrer, payer, late] = [await openAccount(db), await openAccount(db, "100"), await openAccount(db, "100")];
  await db.execute({
    name: "test.referRenters",
    text: "update trading.users set referred_by = $1 where id in ($2, $3)",
    values: [referrer.uid, payer.uid, late.uid],
  });
  const store = billingStore(db);
  const machine = serverType("private-small", "private");
  if (machine === undefined) throw new Error("there are no machines");
  const rent = { machine, region: "london", durationSeconds: 20 * 86_400 };
  const given = await store.rentServer({ ...payer.change(), ...rent });
  await store.rentServer({ ...late.change(), ...rent });
  await store.rentServer({ ...late.change(), ...rent });
  await serverWorkers(db).claim("london", BILLING_START);
  expect(await store.payReferralShares(10, BILLING_START)).toBe(0);
  // Given up after ten hours.
  const tenHours = plusMillis(BILLING_START, 10 * HOUR_MS);
  await store.stopServer(payer.change(tenHours), "private", given.id);
  await store.stopExpiredServers(tenHours);
  expect(await payer.balance()).toBe("99.60");
  expect(await store.payReferralShares(10, BILLING_START)).toBe(1);
  expect(await store.payReferralShares(10, BILLING_START)).toBe(0);
  expect(await referrer.balance()).toBe("0.04");
  // A long rent's share does not lapse while it runs.
  await store.stopExpiredServers(day(20));
  await store.stopExpiredServers(day(20));
  const paid = 100 - Number(await late.balance());
  expect(await store.payReferralShares(10, day(19))).toBe(2);
  expect(Number(await referrer.balance())).toBeCloseTo(0.04 + 0.1 * paid, 1);
});

test("what was given back of a payment brings no share", async () => {
  const { db } = await testDatabase({ rooms: ["kit", "trading"] });
  const [referrer, payer, admin] = [await openAccount(db), await openAccount(db, "100"), await openAccount(db)];
  await db.execute({
    name: "test.referPayer",
    text: "update trading.users set referred_by = $1 where id = $2",
    values: [referrer.uid, payer.uid],
  });
  await db.transaction((tx) =>
    postCharge(tx, {
      ownerUid: payer.uid,
      reference: "c:1",
      type: "subscription",
      description: "a month",
      amount: 1_000_000_000n,
      at: BILLING_START,
    }),
  );
  await ledgerBook(db, new Set()).refund({
    admin: { uid: admin.uid, ownerUid: admin.uid },
    refundOf: "c:1",
    amount: 400_000_000n,
    reference: "sorry",
    reason: "Sorry",
    at: BILLING_START,
  });
  expect(await billingStore(db).payReferralShares(10, BILLING_START)).toBe(1);
  expect(await referrer.balance()).toBe("0.60");
});
