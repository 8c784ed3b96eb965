/** Addresses of deposits, deposits recorded by hand, and the account's holdings. */
import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { scriptedMarket } from "../../../../test/support/scripted-market.ts";
import { addUsers } from "../../../../test/support/ledger-users.ts";
import { walletCall as call, walletDesk } from "../../../../test/support/wallet-desk.ts";
import { ledgerBook } from "../../ledger/index.ts";
import { accountBalance } from "./account-balance.ts";
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

  test("has its own index, also for concurrent requests, without gaps", async () => {
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
    // The same transaction in another spelling is the same deposit.
    for (const same of [txid.slice(2), `0x${txid.slice(2).toUpperCase()}`]) await record(anna, { txid: same });
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

test("a deposit that an admin credited is in the list of deposits, among those over chains, and a correction is not", async () => {
  const ledger = ledgerBook(db, new Set(["USD"]));
  const facts = { ownerUid: uid, currency: "USD", amount: 250_000_000n, kind: "deposit", reason: "By bank" } as const;
  const credit = (reference: string, more: Partial<Parameters<typeof ledger.credit>[0]> = {}) =>
    ledger.credit({ ...facts, admin: { uid: anna, ownerUid: anna }, reference, at: desk.now(), ...more });
  await desk.deposit("1", uid, anna);
  desk.pass(1_000);
  for (let time = 0; time < 2; time++) await credit(`bank-${uid}`);
  desk.pass(1_000);
  await credit(`oops-${uid}`, { kind: "correction", amount: 1n });
  await desk.deposit("3", uid, anna);
  const byHand = { currency: "USD", amount: "2.50000000", network: "manual", txid: null, status: "completed" };
  const all = await listDepoists.run(deps, call(uid, page));
  expect(all).toMatchObject({
    deposits: [{ amount: "3.00000000", network: "ethereum" }, byHand, { amount: "1.00000000" }],
    showing: 3,
    total: 3,
  });
  const { deposits } = all as { deposits: { id: string; completed_at: number; time_created: number }[] };
  expect(new Set(deposits.map(({ id }) => id)).size).toBe(3);
  expect(deposits[1]?.completed_at).toBe(deposits[1]?.time_created);
  const second = await listDepoists.run(deps, call(uid, { limit: 1, pagenumber: 2 }));
  expect(second).toMatchObject({ deposits: [byHand], showing: 1, total: 3 });
  expect(await listDepoists.run(deps, call(stranger, page))).toMatchObject({ deposits: [], total: 0 });
});

test("balances are worth what the rates of the market say, and nothing is said of a currency without one", async () => {
  await desk.deposit("2", uid, anna);
  const market = scriptedMarket();
  market.setRate("ETH", 1234.567891234);
  const withRates = { ...deps, market };
  const worth = {
    wallets: [
      { symbol: "ETH", usd_value: "2469.13578200" },
      { symbol: "BTC", usd_value: null },
    ],
  };
  expect(await listBalances.run(withRates, call(uid, page))).toMatchObject(worth);
  expect(await accountBalance.run(withRates, { ...call(uid, {}), input: {} })).toMatchObject(worth.wallets);
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
