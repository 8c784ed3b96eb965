/** Withdrawals between admins: how many must approve, which of them may, and by which transaction one is completed. */
import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { addUsers } from "../../../../test/support/ledger-users.ts";
import { walletCall as call, walletDesk } from "../../../../test/support/wallet-desk.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { ledgerBook, postEntry } from "../../ledger/index.ts";
import { adminApprove } from "./admin-approve.ts";
import { adminComplete } from "./admin-complete.ts";
import { adminListWithdrawals } from "./admin-list-withdrawals.ts";
import { adminReject } from "./admin-reject.ts";
import { cancelWithdraw } from "./cancel-withdraw.ts";
import { withdraw } from "./withdraw.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const desk = walletDesk(db);
const { deps } = desk;
let [uid, stranger, anna, ben, carl] = [0, 0, 0, 0, 0];

beforeEach(async () => {
  [uid = 0, stranger = 0, anna = 0, ben = 0, carl = 0] = await addUsers(db, 5);
});

const TO = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

/** Carl credits, so that Anna and Ben may approve. */
const deposit = (amount: string) => desk.deposit(amount, uid, carl);
const ether = () => desk.ether(uid);

const chargeOf = (ownerUid: number, reference: string, at: Instant) =>
  ({
    reference,
    type: "signal",
    ownerUid,
    description: "",
    at,
    postings: [
      { account: `user:${ownerUid}`, currency: "ETH", amount: -1n },
      { account: "platform:revenue", currency: "ETH", amount: 1n },
    ],
  }) as const;

const ask = async (amount: string) =>
  (await withdraw.run(deps, call(uid, { currency: "ETH", address_to: TO, amount }))) as { id: string };

describe("a withdrawal", () => {
  test("needs two admins when the account's withdrawals of 24 hours come to more than one admin may approve", async () => {
    await deposit("50");
    const needed = async (amount: string) => {
      const { id } = await ask(amount);
      const listed = (await adminListWithdrawals.run(deps, call(anna, { limit: 1000, pagenumber: 1 }))) as {
        withdrawals: { id: string; approvals_needed: number }[];
      };
      return [id, listed.withdrawals.find((each) => each.id === id)?.approvals_needed] as const;
    };
    const send = async (id: string, ...admins: number[]) => {
      for (const admin of admins) await adminApprove.run(deps, call(admin, { id }));
      await adminComplete.run(deps, call(ben, { id, txid: desk.transaction() }));
    };
    const [first, one] = await needed("10");
    expect(one, "as much as one admin may approve").toBe(1);
    await send(first, anna);
    const [second, two] = await needed("0.01");
    expect(two, "beside what was sent before").toBe(2);
    const [third, three] = await needed("0.01");
    expect(three).toBe(2);
    await adminReject.run(deps, call(ben, { id: third, reason: "Not now" }));
    desk.pass(86_400_000);
    const [fourth, four] = await needed("9.99");
    expect(four, "24 hours later, beside one that is still under way").toBe(2);
    await cancelWithdraw.run(deps, call(uid, { id: fourth }));
    await send(second, anna, ben);
    desk.pass(86_400_001);
    const [, five] = await needed("10");
    expect(five, "what was sent more than 24 hours ago, refused or called back does not count").toBe(1);
  });

  test("counts against withdrawals that are asked for at the same time", async () => {
    await deposit("50");
    const asked = await Promise.all(Array.from({ length: 4 }, () => ask("6")));
    const { items } = await deps.wallets.listWithdrawals(uid, { limit: 10, offset: 0 });
    expect(asked).toHaveLength(4);
    expect(items.map(({ approvalsNeeded }) => approvalsNeeded).toSorted((one, other) => one - other)).toEqual([
      1, 2, 2, 2,
    ]);
  });

  test("is not approved by the admin who credited the account, by hand, by a deposit or by a refund", async () => {
    const ledger = ledgerBook(db, new Set(["ETH", "BTC"]));
    const admin = (of: number) => ({ uid: of, ownerUid: of });
    const at = desk.now();
    const facts = { reason: "A transfer", at, amount: 100_000_000n, currency: "ETH" } as const;
    const credit = (of: number, more: object) =>
      ledger.credit({ ...facts, ownerUid: uid, kind: "deposit", admin: admin(of), reference: "-", ...more });
    await credit(anna, { reference: `credit-${uid}` });
    const reference = `charge:${uid}`;
    await db.transaction((tx) => postEntry(tx, chargeOf(uid, reference, at)));
    await ledger.refund({ ...facts, refundOf: reference, amount: undefined, reference, admin: admin(ben) });
    await deposit("1");
    await credit(stranger, { reference: `other-${uid}`, currency: "BTC" });
    await credit(stranger, { reference: `taken-${uid}`, kind: "correction", amount: 1n });
    const { id } = await ask("0.5");
    for (const of of [anna, ben, carl]) {
      await expect(Promise.resolve(adminApprove.run(deps, call(of, { id }))), String(of)).rejects.toMatchObject({
        status: 403,
        message: expect.stringContaining("You have credited this account with ETH") as string,
      });
    }
    // A credit of another currency and a correction give none of what leaves.
    expect(await adminApprove.run(deps, call(stranger, { id }))).toMatchObject({ withdrawal: { status: "pending" } });
    expect(await adminComplete.run(deps, call(anna, { id, txid: desk.transaction() }))).toMatchObject({ status: true });
  });

  test("is completed by a transaction of its own, in whichever form its id is written, or by a batch", async () => {
    await deposit("5");
    const ids: string[] = [];
    for (const amount of ["1", "2", "1.5"]) ids.push((await ask(amount)).id);
    const [first = "", second = "", third = ""] = ids;
    for (const id of ids) await adminApprove.run(deps, call(anna, { id }));
    const digits = "5e".repeat(32);
    const complete = async (id: string, txid: string, more: object = {}) =>
      adminComplete.run(deps, call(ben, { id, txid, ...more }));
    // Both at once: the second waits and sees the first.
    const outcomes = await Promise.allSettled([complete(first, digits), complete(second, `0x${digits.toUpperCase()}`)]);
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toMatchObject({
      status: 409,
      message: expect.stringContaining(`Transaction 0x${digits} has completed another withdrawal`) as string,
    });
    await expect(complete(third, digits)).rejects.toMatchObject({ status: 409 });
    expect(await ether()).toMatchObject({ held: outcomes[0]?.status === "fulfilled" ? "3.50400000" : "2.50400000" });
    for (const id of ids) {
      const completed = { withdrawal: { status: "completed", txid: `0x${digits}` } };
      expect(await complete(id, digits, { batch: true })).toMatchObject(completed);
      expect(await complete(id, digits), "once more").toMatchObject(completed);
    }
    expect(await ether()).toMatchObject({ balance: "0.49400000", held: "0.00000000" });
  });
});
