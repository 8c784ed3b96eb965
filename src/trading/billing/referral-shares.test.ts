import { expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { newPerson, START } from "../../../test/support/trading-people.ts";
import { timestamp } from "../../kit/sql/values.ts";
import { balanceOf, postEntry } from "../ledger/index.ts";
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
