import { expect, test } from "vitest";
import { openAccount, START } from "../../../../test/support/billing-world.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { ONE } from "../../../kit/money/amount.ts";
import { postEntry, refundUnused } from "../../ledger/index.ts";
import { billingStore } from "./billing-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });

test("a history lists no refund of what it does not list", async () => {
  const account = await openAccount(db, "100");
  const entry = { ownerUid: account.uid, description: "Another payment", at: START };
  const postings = (amount: bigint) => [
    { account: `user:${account.uid}`, currency: "USD", amount },
    { account: "platform:revenue", currency: "USD", amount: -amount },
  ];
  const refund = { ...entry, amount: ONE / 4n };
  await db.transaction(async (tx) => {
    await postEntry(tx, { ...entry, reference: "withdraw:1:hold", type: "withdraw", postings: postings(-ONE) });
    await postEntry(tx, { ...entry, reference: "withdraw:1:release", type: "refund", postings: postings(ONE) });
    await postEntry(tx, { ...entry, reference: "signal:1:1", type: "signal", postings: postings(-ONE) });
    await refundUnused(tx, { ...refund, of: "signal:1:1", reference: "signal:1:1:unused" });
    await refundUnused(tx, { ...refund, of: "signal:1:1", reference: "refund:ticket-1" });
    await postEntry(tx, { ...entry, reference: "server:1", type: "server", postings: postings(-ONE) });
    await refundUnused(tx, { ...refund, of: "server:1", reference: "refund:ticket-2" });
  });
  const { items, total } = await billingStore(db).listHistory(account.uid, { limit: 10, offset: 0 });
  expect(items.map(({ type, reference }) => [type, reference])).toEqual([
    ["refund", "refund:ticket-2"],
    ["subscription", "server:1"],
    ["deposit", expect.any(String)],
  ]);
  expect(total).toBe(3);
});
