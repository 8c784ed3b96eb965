/** Two runs of the watcher that have looked at the same address: one of them writes. */
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { addUsers } from "../../../../test/support/ledger-users.ts";
import { BITCOIN_ACCOUNT_KEY, WALLET_CONFIG } from "../../../../test/support/wallet-world.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { balanceOf } from "../../ledger/index.ts";
import { openChains } from "../chains/open-chains.ts";
import type { WatchedAddress } from "../store.ts";
import type { Observation } from "../watch/observe-address.ts";
import { walletStore } from "./wallet-store.ts";
import { watchStore } from "./watch-store.ts";

const { db, open } = await testDatabase({ rooms: ["kit", "trading"] });
const clock = systemClock();
const store = watchStore(db);
const { receiving } = openChains({ ...WALLET_CONFIG, bitcoinAccountKey: BITCOIN_ACCOUNT_KEY }).BTC;
const tip = { height: 500, hash: "aa".repeat(32) };
const nothing: Observation = { sightings: [], isWhole: true };

/** An address of a new account, as a run of the watcher has read it, and the changes that a run may apply to it. */
async function newAddress() {
  if (!receiving) throw new Error("there is a key");
  const [uid = 0] = await addUsers(db, 1);
  const known = await store.readChain("BTC");
  const view = { kind: "at", tip, forkHeight: tip.height - 1, added: [tip] } as const;
  const chainVersion = await store.saveChain("BTC", known, view, clock.now());
  if (chainVersion === undefined) throw new Error("the chain is noted");
  const text = await walletStore(db).receivingAddress(uid, "BTC", receiving, clock.now());
  const context = { chainVersion, tip, rules: { confirmations: 3, goneBlocks: 10 }, minimum: 1n, at: clock.now() };
  return { uid, text, context };
}

async function read(text: string): Promise<WatchedAddress> {
  const due = await store.listDue("BTC", clock.now(), 100);
  const found = due.find(({ address }) => address === text);
  if (!found) throw new Error("the address is due");
  return found;
}

/** A payment with enough confirmations. */
const paid = (uid: number): Observation => ({
  sightings: [
    {
      txid: String(uid).padStart(64, "0"),
      outputIndex: 0,
      amount: 7n,
      isCoinbase: false,
      place: { kind: "block", height: 490, hash: "bb".repeat(32) },
    },
  ],
  isWhole: true,
});

const deposits = (uid: number) =>
  db.query<{ state: string; credits: number }>({
    name: "test.deposits",
    text: "select state, credits from trading.deposits where owner_id = $1",
    values: [uid],
  });

test("what was seen before a later look changes nothing: it is refused by the version of the address", async () => {
  const { uid, text, context } = await newAddress();
  const before = await read(text);
  expect(before.version).toBe(0);
  expect(await store.apply("BTC", before, paid(uid), context)).toBe(true);
  const after = await db.query({
    name: "test.version",
    text: "select version from trading.receiving_addresses where address = $1",
    values: [text],
  });
  expect(after).toEqual([{ version: 1 }]);
  // It has seen nothing there, for it looked before the payment came: it would take the credit back.
  expect(await store.apply("BTC", before, nothing, context)).toBe(false);
  expect(await store.apply("BTC", before, paid(uid), context)).toBe(false);
  expect(await deposits(uid)).toEqual([{ state: "credited", credits: 1 }]);
  expect(await balanceOf(db, `user:${uid}`, "BTC")).toBe(7n);
});

test("of several runs that apply at the same moment, one does", async () => {
  const { uid, text, context } = await newAddress();
  const before = await read(text);
  const others = [store, ...[1, 2, 3].map(() => watchStore(open()))];
  const applied = await Promise.all(others.map((each) => each.apply("BTC", before, paid(uid), context)));
  expect(applied.filter(Boolean)).toHaveLength(1);
  expect(await deposits(uid)).toEqual([{ state: "credited", credits: 1 }]);
  expect(await balanceOf(db, `user:${uid}`, "BTC")).toBe(7n);
});
