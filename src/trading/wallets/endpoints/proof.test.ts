/** Changes of where money goes ask for the second factor, and the owner is notified of them. */
import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { addUsers } from "../../../../test/support/ledger-users.ts";
import { turnOnSecondFactor } from "../../../../test/support/second-factor.ts";
import { walletCall as call, walletDesk } from "../../../../test/support/wallet-desk.ts";
import { formatInstant, plusMillis } from "../../../kit/time/instant.ts";
import { addWithdrawAddress } from "./add-withdraw-address.ts";
import { cancelWithdraw } from "./cancel-withdraw.ts";
import { listWithdrawAddresses } from "./list-withdraw-addresses.ts";
import { listWithdraws } from "./list-withdraws.ts";
import { removeWithdrawAddress } from "./remove-withdraw-address.ts";
import { withdraw } from "./withdraw.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const desk = walletDesk(db);
const { deps } = desk;
const TO = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const OTHER = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
const PAGE = { limit: 10, pagenumber: 1 };
let [uid, admin] = [0, 0];

beforeEach(async () => {
  [uid = 0, admin = 0] = await addUsers(db, 2);
  // Codes of the user before are of another time.
  desk.pass(3_600_000);
});

type Codes = { code?: string; recovery_code?: string };
const ask = async (codes: Codes = {}, amount = "0.1") =>
  (await withdraw.run(deps, call(uid, { currency: "ETH", address_to: TO, amount, ...codes }))) as { id: string };
const allow = async (more: Codes & { address_to?: string } = {}) =>
  (await addWithdrawAddress.run(deps, call(uid, { currency: "ETH", address_to: TO, label: "", ...more }))) as {
    id: string;
  };
const disallow = async (id: string, codes: Codes = {}) =>
  await removeWithdrawAddress.run(deps, call(uid, { id, ...codes }));

const mails = () =>
  db.query<{ subject: string; body: string }>({
    name: "test.mails",
    text: "select subject, body from trading.mails where uid = $1 order by id",
    values: [uid],
  });
const subjects = async () => (await mails()).map(({ subject }) => subject);

const NEEDED = { status: 422, message: "A code of the second factor is needed: code or recovery_code" };
const WRONG = { status: 422, message: "The code is wrong, or was used before" };

describe("an account with a second factor", () => {
  test("is asked for it by a withdrawal, and no code counts twice", async () => {
    await desk.deposit("1", uid, admin);
    const factor = await turnOnSecondFactor(db, uid, desk.now());
    await expect(ask()).rejects.toMatchObject(NEEDED);
    await expect(ask({ code: "000000" })).rejects.toMatchObject(WRONG);
    expect(await listWithdraws.run(deps, call(uid, PAGE))).toMatchObject({ total: 0 });
    const code = factor.codeAt(desk.now());
    await ask({ code });
    await expect(ask({ code })).rejects.toMatchObject(WRONG);
    await ask({ recovery_code: factor.recoveryCodes[0] ?? "" });
    expect(await listWithdraws.run(deps, call(uid, PAGE))).toMatchObject({ total: 2 });
  });

  test("does not lose a code to a withdrawal that is refused for another reason", async () => {
    const factor = await turnOnSecondFactor(db, uid, desk.now());
    await desk.deposit("1", uid, admin);
    const code = factor.codeAt(desk.now());
    await expect(ask({ code }, "0.0001")).rejects.toThrow("The smallest withdrawal");
    await ask({ code });
  });

  test("is asked for it by the whitelist, when an address comes and when it goes", async () => {
    const factor = await turnOnSecondFactor(db, uid, desk.now());
    await expect(allow()).rejects.toMatchObject(NEEDED);
    await expect(allow({ code: "000000" })).rejects.toMatchObject(WRONG);
    const { id } = await allow({ code: factor.codeAt(desk.now()) });
    await expect(disallow(id)).rejects.toMatchObject(NEEDED);
    expect(await listWithdrawAddresses.run(deps, { ...call(uid, {}), input: {} })).toHaveLength(1);
    await disallow(id, { recovery_code: factor.recoveryCodes[1] ?? "" });
  });

  test("cannot be guessed at: ten codes in a quarter of an hour", async () => {
    await turnOnSecondFactor(db, uid, desk.now());
    for (let guess = 0; guess < 10; guess++) await expect(allow({ code: "000000" })).rejects.toMatchObject(WRONG);
    await expect(allow({ code: "000000" })).rejects.toMatchObject({ status: 429 });
  });
});

test("an account without a second factor is asked for nothing, however often it withdraws", async () => {
  await desk.deposit("2", uid, admin);
  for (let each = 0; each < 12; each++) await ask();
  expect(await listWithdraws.run(deps, call(uid, PAGE))).toMatchObject({ total: 12 });
});

describe("the owner is notified", () => {
  test("of an address that was added to the whitelist, once", async () => {
    for (let time = 0; time < 2; time++) await allow();
    expect(await subjects()).toEqual(["An address was added to your withdrawal whitelist"]);
  });

  test("of an address that was removed from the whitelist, and from when on an empty one opens every address", async () => {
    const [first, last] = [await allow(), await allow({ address_to: OTHER })];
    await disallow(first.id);
    await disallow(last.id);
    await expect(disallow(last.id)).rejects.toMatchObject({ status: 404 });
    const removed = (await mails()).slice(2);
    const subject = "An address was removed from your withdrawal whitelist";
    expect(removed.map((each) => each.subject)).toEqual([subject, subject]);
    const opens = formatInstant(plusMillis(desk.now(), deps.withdrawAddressWaitMs));
    expect(removed[0]?.body).toContain(`Currency: ETH\nAddress: ${TO}\n`);
    expect(removed[0]?.body).not.toContain("any address");
    expect(removed[1]?.body).toContain(`Address: ${OTHER}\n`);
    expect(removed[1]?.body).toContain(`From ${opens} on, ETH can be withdrawn to any address`);
  });

  test("of a withdrawal that was called back, once", async () => {
    await desk.deposit("1", uid, admin);
    const { id } = await ask();
    for (let time = 0; time < 2; time++) await cancelWithdraw.run(deps, call(uid, { id }));
    expect(await subjects()).toEqual([`Withdrawal ${id} was requested`, `Withdrawal ${id} was canceled`]);
  });
});
