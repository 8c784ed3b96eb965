/** Where deposits go to, what is recorded by hand, and what an account holds. */
import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { addUsers } from "../../../../test/support/ledger-users.ts";
import { walletCall as call, walletDesk } from "../../../../test/support/wallet-desk.ts";
import { adminRecordDeposit } from "./admin-record-deposit.ts";
import { fetchDepositAddress } from "./fetch-deposit-address.ts";
import { listBalances } from "./list-balances.ts";
import { listDepoists } from "./list-depoists.ts";
import { WALLET_CONFIG } from "../../../../test/support/wallet-world.ts";
import { openChains } from "../chains/open-chains.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const desk = walletDesk(db);
const { deps } = desk;
const page = { limit: 10, pagenumber: 1 };
let [uid, stranger, anna, ben] = [0, 0, 0, 0];

beforeEach(async () => {
  [uid = 0, stranger = 0, anna = 0, ben = 0] = await addUsers(db, 4);
});

describe("a deposit address", () => {
  test("is the account's own and always the same, with a picture of it", async () => {
    const params = { wallet_currency: "BTC" } as const;
    const first = await fetchDepositAddress.run(deps, call(uid, params));
    expect(first).toMatchObject({
      wallet_currency: "BTC",
      address: expect.stringMatching(/^bc1q/),
      tag: null,
      network: "bitcoin",
      minimum_deposit: "0.00001000",
      confirmations: 3,
      qr: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    });
    expect(await fetchDepositAddress.run(deps, call(uid, params))).toEqual(first);
    expect(await fetchDepositAddress.run(deps, call(stranger, params))).not.toMatchObject({
      address: (first as { address: string }).address,
    });
  });

  test("has an index of its own, whoever asks at the same time, without gaps", async () => {
    const uids = await addUsers(db, 6);
    const params = { wallet_currency: "BTC" } as const;
    await Promise.all([...uids, ...uids].map(async (each) => fetchDepositAddress.run(deps, call(each, params))));
    const rows = await db.query<{ receiving_index: number }>({
      name: "test.receivingIndexes",
      text: "select receiving_index from trading.receiving_addresses where currency = 'BTC' order by receiving_index",
    });
    expect(rows.map(({ receiving_index: index }) => index)).toEqual(rows.map((_row, index) => index));
  });

  test("is of the new key when the key is changed, at an index that was never used", async () => {
    const params = { wallet_currency: "BTC" } as const;
    const before = await fetchDepositAddress.run(deps, call(uid, params));
    const BTC = {
      ...deps.chains.BTC,
      receiving: { fingerprint: "other", addressAt: (index: number) => `new${index}` },
    };
    const changed = { ...deps, chains: { ...deps.chains, BTC } };
    const after = (await fetchDepositAddress.run(changed, call(uid, params))) as { address: string };
    const next = (await fetchDepositAddress.run(changed, call(stranger, params))) as { address: string };
    expect(Number(next.address.slice(3))).toBe(Number(after.address.slice(3)) + 1);
    expect(await fetchDepositAddress.run(deps, call(uid, params))).toEqual(before);
  });

  test("is refused where no key is set, and the sentence names the setting", async () => {
    const chains = openChains({ ...WALLET_CONFIG, bitcoinAccountKey: undefined as unknown as string });
    await expect(fetchDepositAddress.run({ ...deps, chains }, call(uid, {}))).rejects.toMatchObject({
      status: 501,
      message: "Deposits of BTC are not set up here: the operator has to set TRIPOD_TRADING_BITCOIN_ACCOUNT_KEY",
    });
    await expect(fetchDepositAddress.run(deps, call(uid, { wallet_currency: "ETH" }))).rejects.toMatchObject({
      status: 501,
    });
  });
});

describe("a deposit that an admin records", () => {
  test("is credited once, never to the own account, and never where a watcher does it", async () => {
    const txid = `0x${"9a".repeat(32)}`;
    const params = { currency: "ETH", uid: String(uid), txid, output_index: 0, amount: "2" } as const;
    const record = (of: number, change: object = {}) =>
      adminRecordDeposit.run(deps, call(of, { ...params, ...change }));
    await Promise.all([record(anna), record(ben), record(anna)]);
    expect(await desk.ether(uid)).toMatchObject({ balance: "2.00000000" });
    await expect(Promise.resolve(record(anna, { amount: "3" }))).rejects.toMatchObject({ status: 409 });
    await expect(Promise.resolve(record(anna, { uid: String(stranger) }))).rejects.toMatchObject({ status: 409 });
    await expect(Promise.resolve(record(anna, { uid: "5" }))).rejects.toMatchObject({ status: 404 });
    await expect(Promise.resolve(record(uid))).rejects.toMatchObject({ status: 403 });
    await expect(Promise.resolve(record(anna, { currency: "BTC" }))).rejects.toMatchObject({ status: 409 });
    expect(await listDepoists.run(deps, call(uid, page))).toMatchObject({
      deposits: [
        { currency: "ETH", amount: "2.00000000", fee: "0.00000000", status: "completed", txid, confirmations: null },
      ],
      total: 1,
    });
  });
});

test("balances come page by page", async () => {
  const all = await listBalances.run(deps, call(uid, page));
  expect(all).toMatchObject({
    wallets: [{ symbol: "BTC", name: "Bitcoin", address: null }, { symbol: "ETH" }],
    total: 2,
  });
  expect(await listBalances.run(deps, call(uid, { limit: 1, pagenumber: 2 }))).toMatchObject({
    wallets: [{ symbol: "ETH" }],
    showing: 1,
    total: 2,
  });
  expect(await listBalances.run(deps, call(uid, { limit: 1, pagenumber: 3 }))).toMatchObject({
    wallets: [],
    showing: 0,
  });
});
