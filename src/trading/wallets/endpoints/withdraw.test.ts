/** Withdrawals, from their request to their end, and the whitelist. */
import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { addUsers } from "../../../../test/support/ledger-users.ts";
import { walletCall as call, walletDesk } from "../../../../test/support/wallet-desk.ts";
import { addWithdrawAddress } from "./add-withdraw-address.ts";
import { adminApprove } from "./admin-approve.ts";
import { adminComplete } from "./admin-complete.ts";
import { adminListWithdrawals } from "./admin-list-withdrawals.ts";
import { adminReject } from "./admin-reject.ts";
import { cancelWithdraw } from "./cancel-withdraw.ts";
import { listWithdrawAddresses } from "./list-withdraw-addresses.ts";
import { listWithdraws } from "./list-withdraws.ts";
import { removeWithdrawAddress } from "./remove-withdraw-address.ts";
import { withdraw } from "./withdraw.ts";
import { hasWithdrawWhitelist } from "../sql/allowed-addresses.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const desk = walletDesk(db);
const { deps } = desk;
const page = { limit: 10, pagenumber: 1 };
let [uid, stranger, anna, ben, carl] = [0, 0, 0, 0, 0];

beforeEach(async () => {
  [uid = 0, stranger = 0, anna = 0, ben = 0, carl = 0] = await addUsers(db, 5);
});

const TO = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const OTHER = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

/** Carl credits, so that Anna and Ben may approve. */
const deposit = (amount: string) => desk.deposit(amount, uid, carl);
const ether = (of = uid) => desk.ether(of);

const ask = async (amount: string, params: object = {}, planId?: string) =>
  (await withdraw.run(deps, call(uid, { currency: "ETH", address_to: TO, amount, ...params }, planId))) as {
    id: string;
    state: string;
    fee: string;
    amount_net: string;
    estimated_by: number;
  };

describe("a withdrawal", () => {
  test("reserves amount and fee, is approved, and leaves the account when it is completed", async () => {
    await deposit("1");
    const made = await ask("0.5");
    expect(made).toMatchObject({ state: "pending_review", fee: "0.00200000", amount_net: "0.50000000" });
    expect(made.estimated_by).toBe(Math.floor(desk.now() / 1e6) + 86_400);
    expect(await ether()).toMatchObject({ balance: "0.49800000", held: "0.50200000", usd: null });
    const approved = { withdrawal: { status: "pending", approved_by: [String(anna)] } };
    expect(await adminApprove.run(deps, call(anna, { id: made.id }))).toMatchObject(approved);
    expect(await adminApprove.run(deps, call(ben, { id: made.id }))).toMatchObject(approved);
    const txid = `0x${"cd".repeat(32)}`;
    const completed = { withdrawal: { status: "completed", txid } };
    expect(
      await adminComplete.run(deps, call(ben, { id: made.id, txid: txid.toUpperCase().replace("X", "x") })),
    ).toMatchObject(completed);
    expect(await adminComplete.run(deps, call(anna, { id: made.id, txid }))).toMatchObject(completed);
    await expect(
      Promise.resolve(adminComplete.run(deps, call(anna, { id: made.id, txid: "ef".repeat(32) }))),
    ).rejects.toMatchObject({ status: 409 });
    expect(await ether()).toMatchObject({ balance: "0.49800000", held: "0.00000000" });
    expect(await listWithdraws.run(deps, call(uid, page))).toMatchObject({
      withdraws: [{ id: made.id, status: "completed", txid, reviewed_by: String(anna), network: "ethereum" }],
      total: 1,
    });
    const [trail] = await db.query<{ actions: string[] }>({
      name: "test.trail",
      text: "select array_agg(action order by id) as actions from trading.audit where owner_id = $1",
      values: [uid],
    });
    expect(trail?.actions).toEqual([
      "deposit.credit",
      "withdrawal.request",
      "withdrawal.approve",
      "withdrawal.complete",
    ]);
  });

  test("gives everything back when it is rejected or called back, once", async () => {
    await deposit("1");
    const [first, second] = [await ask("0.1"), await ask("0.2")];
    expect(await ether()).toMatchObject({ balance: "0.69600000" });
    const reason = "The address is not yours";
    for (let time = 0; time < 2; time++) {
      await adminReject.run(deps, call(anna, { id: first.id, reason }));
      await cancelWithdraw.run(deps, call(uid, { id: second.id }));
    }
    expect(await ether()).toMatchObject({ balance: "1.00000000", held: "0.00000000" });
    expect(await listWithdraws.run(deps, call(uid, page))).toMatchObject({
      withdraws: [
        { status: "rejected", reviewed_by: null, reason: "Canceled by the account itself" },
        { status: "rejected", reviewed_by: String(anna), reason },
      ],
    });
  });

  test("that is large needs two different admins, neither of them of the own account", async () => {
    await deposit("50");
    const { id } = await ask("10.00000001");
    await expect(Promise.resolve(adminApprove.run(deps, call(uid, { id })))).rejects.toMatchObject({ status: 403 });
    for (let time = 0; time < 2; time++) {
      expect(await adminApprove.run(deps, call(anna, { id }))).toMatchObject({
        message: "Another admin must approve this withdrawal too",
        withdrawal: { status: "pending_review", approved_by: [String(anna)] },
      });
    }
    const txid = "ab".repeat(32);
    await expect(Promise.resolve(adminComplete.run(deps, call(anna, { id, txid })))).rejects.toMatchObject({
      status: 409,
    });
    expect(await adminApprove.run(deps, call(ben, { id }))).toMatchObject({
      withdrawal: { status: "pending", approved_by: [String(anna), String(ben)] },
    });
    await expect(Promise.resolve(cancelWithdraw.run(deps, call(uid, { id })))).rejects.toMatchObject({ status: 409 });
    const under = await adminListWithdrawals.run(deps, call(anna, { ...page, limit: 1000, status: "pending" }));
    expect(JSON.stringify(under)).toContain(`"id":"${id}"`);
  });

  test("is refused to a free plan, to a wrong address, below the minimum, and beyond the balance", async () => {
    await deposit("1");
    await expect(ask("0.5", {}, "free")).rejects.toMatchObject({ code: "2400", status: 403 });
    await expect(ask("0.5", { address_to: `${TO.slice(0, -1)}D` })).rejects.toMatchObject({ status: 422 });
    await expect(ask("0.5", { currency: "BTC" })).rejects.toThrow("address_to is not a valid address of bitcoin");
    await expect(ask("0.00999999")).rejects.toThrow("The smallest withdrawal is 0.01000000 ETH");
    await expect(ask("0.99800001")).rejects.toMatchObject({ code: "2420" });
    await expect(ask("0.5", { currency: undefined })).rejects.toMatchObject({ code: "1440" });
    expect(await ether()).toMatchObject({ balance: "1.00000000", held: "0.00000000" });
    expect(await ask("0.998")).toMatchObject({ state: "pending_review" });
  });

  test("may name the wallet, but only an own one", async () => {
    await deposit("1");
    const { id } = await ether();
    expect(await ask("0.1", { currency: undefined, wallet_id: id })).toMatchObject({ wallet_currency: "ETH" });
    const foreign = (await ether(stranger)).id;
    for (const wallet of [foreign, "999999999"]) {
      await expect(ask("0.1", { currency: undefined, wallet_id: wallet })).rejects.toMatchObject({
        status: 404,
        message: `There is no wallet ${wallet}`,
      });
    }
    await expect(ask("0.1", { currency: "BTC", wallet_id: id })).rejects.toMatchObject({ status: 404 });
  });

  test("of another account does not exist for the caller", async () => {
    await deposit("1");
    const { id } = await ask("0.1");
    await expect(Promise.resolve(cancelWithdraw.run(deps, call(stranger, { id })))).rejects.toMatchObject({
      status: 404,
      message: `There is no withdrawal ${id}`,
    });
    expect(await listWithdraws.run(deps, call(stranger, page))).toMatchObject({ withdraws: [], total: 0 });
  });

  test("cannot reserve the same money twice, however many are asked for at once", async () => {
    await deposit("1");
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => ask("0.3")));
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await ether()).toMatchObject({ balance: "0.09400000", held: "0.90600000" });
  });
});

describe("the owner of an account", () => {
  const told = () =>
    db.query<{ recipient: string; subject: string; body: string }>({
      name: "test.withdrawalMails",
      text: "select recipient, subject, body from trading.mails where uid = $1 order by id",
      values: [uid],
    });

  test("is reported when it is requested, approved and sent: once each, and where to", async () => {
    await deposit("1");
    const { id } = await ask("0.5");
    const txid = `0x${"12".repeat(32)}`;
    for (let time = 0; time < 2; time++) await adminApprove.run(deps, call(anna, { id }));
    for (let time = 0; time < 2; time++) await adminComplete.run(deps, call(anna, { id, txid }));
    const mails = await told();
    expect(mails.map(({ subject }) => subject)).toEqual(
      ["requested", "approved", "sent"].map((what) => `Withdrawal ${id} was ${what}`),
    );
    for (const { body } of mails) expect(body).toContain(`Amount: 0.50000000 ETH\nFee: 0.00200000 ETH\nTo: ${TO}\n`);
    expect(mails[0]?.body).toContain("If that was not you");
    expect(mails[2]?.body).toContain(`Transaction: ${txid}\n`);
    expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(1);
  });

  test("is reported with the reason when it is refused, and not at the first of two approvals", async () => {
    await deposit("50");
    const { id } = await ask("10.00000001");
    await adminApprove.run(deps, call(anna, { id }));
    await adminReject.run(deps, call(ben, { id, reason: "The address is not yours" }));
    const mails = await told();
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Withdrawal ${id} was requested`,
      `Withdrawal ${id} was refused`,
    ]);
    expect(mails[1]?.body).toContain("The reason: The address is not yours\n");
  });

  test("is not reported when it was not taken", async () => {
    await deposit("1");
    await expect(ask("2")).rejects.toMatchObject({ code: "2420" });
    expect(await told()).toEqual([]);
  });
});

describe("the whitelist", () => {
  test("keeps withdrawals to its addresses, each after its wait, and for a while after it is emptied", async () => {
    await deposit("1");
    const add = async (address: string) =>
      (await addWithdrawAddress.run(deps, call(uid, { currency: "ETH", address_to: address, label: "" }))) as {
        id: string;
      };
    const { id } = await add(TO);
    expect((await add(TO.toLowerCase())).id).toBe(id);
    expect(await hasWithdrawWhitelist(db, uid, desk.now())).toBe(true);
    expect(await hasWithdrawWhitelist(db, stranger, desk.now())).toBe(false);
    await expect(ask("0.1")).rejects.toMatchObject({ status: 403 });
    desk.pass(86_400_000);
    expect(await ask("0.1")).toMatchObject({ state: "pending_review" });
    await expect(ask("0.1", { address_to: OTHER })).rejects.toMatchObject({ status: 403 });
    await expect(Promise.resolve(removeWithdrawAddress.run(deps, call(stranger, { id })))).rejects.toMatchObject({
      status: 404,
    });
    await removeWithdrawAddress.run(deps, call(uid, { id }));
    expect(await listWithdrawAddresses.run(deps, { ...call(uid, {}), input: {} })).toEqual([]);
    await expect(ask("0.1")).rejects.toMatchObject({ status: 403 });
    expect(await hasWithdrawWhitelist(db, uid, desk.now()), "emptied, and in force for a while").toBe(true);
    desk.pass(86_400_001);
    expect(await hasWithdrawWhitelist(db, uid, desk.now())).toBe(false);
    expect(await ask("0.1", { address_to: OTHER })).toMatchObject({ state: "pending_review" });
  });
});
