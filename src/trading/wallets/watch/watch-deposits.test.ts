/** The watcher against a chain on loopback: what is credited, what is taken back, and what answers cannot break. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { fakeEsplora, type FakeEsplora } from "../../../../test/support/fake-esplora.ts";
import { addUsers } from "../../../../test/support/ledger-users.ts";
import { walletWorld } from "../../../../test/support/wallet-world.ts";
import { postEntry } from "../../ledger/index.ts";
import { watchOnce } from "./watch-deposits.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
let fake: FakeEsplora;
let world: ReturnType<typeof walletWorld>;
let uid = 0;
let address = "";

beforeAll(async () => {
  fake = await fakeEsplora();
  world = walletWorld(db, fake);
});

beforeEach(async () => {
  fake.misbehave = () => false;
  [uid = 0] = await addUsers(db, 1);
  address = await world.address(uid);
});

afterAll(async () => {
  await world.http.close();
  await fake.close();
});

const watch = () => watchOnce(world.watch, new AbortController().signal);

async function spend(amount: bigint): Promise<void> {
  await db.transaction((tx) =>
    postEntry(tx, {
      reference: `spent:${uid}`,
      type: "subscription",
      ownerUid: uid,
      description: "",
      at: world.now(),
      postings: [
        { account: `user:${uid}`, currency: "BTC", amount: -amount },
        { account: "platform:revenue", currency: "BTC", amount },
      ],
    }),
  );
}

/** Mines and looks, block by block. */
async function pass(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block++) {
    fake.mine();
    await watch();
  }
}

describe("a deposit", () => {
  test("waits, is confirmed, is credited once, and is settled", async () => {
    fake.pay(address, 50_000, { others: 2 });
    expect(await watch()).toMatchObject({ kind: "watched", failures: 0 });
    expect([await world.states(uid), await world.balance(uid)]).toEqual([["pending"], 0n]);
    await pass(2);
    expect([await world.states(uid), await world.balance(uid)]).toEqual([["pending"], 0n]);
    await pass(1);
    expect([await world.states(uid), await world.balance(uid)]).toEqual([["credited"], 50_000n]);
    const { items } = await world.wallets.listDeposits(uid, { limit: 9, offset: 0 });
    expect(items).toMatchObject([{ outputIndex: 2, amount: 50_000n, confirmations: 3 }]);
    fake.mine(120);
    await Promise.all([watch(), watch(), watch()]);
    expect([await world.states(uid), await world.balance(uid)]).toEqual([["settled"], 50_000n]);
  });

  test("is credited once, by concurrent watchers too", async () => {
    fake.pay(address, 3_000);
    fake.pay(address, 4_000);
    fake.mine(3);
    const outcomes = await Promise.all(Array.from({ length: 6 }, watch));
    expect(outcomes.some(({ kind }) => kind === "watched")).toBe(true);
    expect([await world.states(uid), await world.balance(uid)]).toEqual([["credited", "credited"], 7_000n]);
  });

  test("below the minimum is shown and not credited", async () => {
    fake.pay(address, 999);
    await pass(5);
    expect([await world.states(uid), await world.balance(uid)]).toEqual([["too_small"], 0n]);
  });

  test("that a miner was paid waits for 100 confirmations", async () => {
    fake.pay(address, 5_000, { isCoinbase: true });
    fake.mine(99);
    await watch();
    expect(await world.balance(uid)).toBe(0n);
    await pass(1);
    expect(await world.balance(uid)).toBe(5_000n);
  });

  test("is found among very many", async () => {
    for (let count = 0; count < 60; count++) {
      fake.pay(address, 1_000 + count);
      fake.mine();
    }
    await pass(2);
    expect(await world.states(uid)).toEqual(Array.from({ length: 60 }, () => "credited"));
    expect(await world.balance(uid)).toBe(61_770n);
  });
});

test("a deposit that the database refuses holds up no other", async () => {
  const [other = 0] = await addUsers(db, 1);
  const refused = fake.pay(address, 50_000);
  fake.pay(await world.address(other), 50_000);
  const constraint = {
    name: "test.refuse",
    text: `alter table trading.deposits add constraint test_refused check (txid <> '${refused.txid}')`,
  };
  await db.execute(constraint);
  fake.mine(3);
  await expect(watch()).rejects.toThrow("could not be looked at: 1");
  expect([await world.states(uid), await world.states(other)]).toEqual([[], ["credited"]]);
  await db.execute({ name: "test.allow", text: "alter table trading.deposits drop constraint test_refused" });
  await watch();
  expect(await world.states(uid)).toEqual(["credited"]);
});

describe("when blocks leave the chain", () => {
  test("a deposit that waits again is not settled, keeps its credit, and is not credited twice", async () => {
    fake.pay(address, 10_000);
    await pass(3);
    expect(await world.balance(uid)).toBe(10_000n);
    fake.reorganise(3);
    await watch();
    expect([await world.states(uid), await world.balance(uid)]).toEqual([["unsettled"], 10_000n]);
    expect((await world.wallets.listDoubtful({ limit: 9, offset: 0 })).total).toBe(1);
    await pass(3);
    expect([await world.states(uid), await world.balance(uid)]).toEqual([["credited"], 10_000n]);
    expect((await world.wallets.listDoubtful({ limit: 9, offset: 0 })).total).toBe(0);
  });

  test("a deposit that two blocks took with them is taken back when it is missed for long", async () => {
    const kept = fake.pay(address, 700_000);
    await pass(1);
    const lost = fake.pay(address, 20_000);
    await pass(3);
    expect([kept.txid === lost.txid, await world.balance(uid)]).toEqual([false, 720_000n]);
    fake.reorganise(3, [lost]);
    await watch();
    expect([await world.states(uid), await world.balance(uid)]).toEqual([["credited", "unsettled"], 720_000n]);
    await pass(5);
    expect(await world.states(uid)).toEqual(["credited", "unsettled"]);
    await pass(1);
    expect([await world.states(uid), await world.balance(uid)]).toEqual([["credited", "reversed"], 700_000n]);
  });

  test("a two-block reorganisation drops an uncredited deposit, which is given up without any money moving", async () => {
    const lost = fake.pay(address, 20_000);
    await pass(2);
    fake.reorganise(2, [lost]);
    await watch();
    expect(await world.states(uid)).toEqual(["pending"]);
    await pass(6);
    expect([await world.states(uid), await world.balance(uid)]).toEqual([["gone"], 0n]);
  });

  test("money that was spent in between is not taken back: the account is flagged until it is", async () => {
    const lost = fake.pay(address, 30_000);
    await pass(3);
    await spend(1n);
    fake.reorganise(3, [lost]);
    await watch();
    await pass(8);
    expect([await world.states(uid), await world.balance(uid)]).toEqual([["review"], 29_999n]);
    const request = {
      ownerUid: uid,
      requestedBy: uid,
      currency: "BTC",
      address: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
      amount: 1_000n,
      fee: 1n,
      twoApprovalsAbove: 1_000_000n,
      at: world.now(),
    } as const;
    expect(await world.wallets.request(request)).toBe("doubtful");
    fake.pay(address, 5_000);
    await pass(3);
    // Later deposits pay for the lost one.
    await pass(1);
    expect([await world.states(uid), await world.balance(uid)]).toEqual([["reversed", "credited"], 4_999n]);
    expect(await world.wallets.request(request)).toMatchObject({ state: "pending_review" });
  });

  test("a deposit that was taken back and comes again is credited again", async () => {
    const payment = fake.pay(address, 8_000);
    await pass(3);
    fake.reorganise(3, [payment]);
    await watch();
    await pass(7);
    expect([await world.states(uid), await world.balance(uid)]).toEqual([["reversed"], 0n]);
    fake.mine(1, [payment]);
    await pass(2);
    expect([await world.states(uid), await world.balance(uid)]).toEqual([["credited"], 8_000n]);
    fake.reorganise(3, [payment]);
    await watch();
    await pass(7);
    expect([await world.states(uid), await world.balance(uid)]).toEqual([["reversed"], 0n]);
  });
});

describe("an interface", () => {
  const broken: [string, (path: string, response: Parameters<FakeEsplora["misbehave"]>[1]) => boolean][] = [
    ["that fails", (_path, response) => answered(response.writeHead(500).end("no"))],
    ["that answers half of a list", (path, response) => path.includes("/txs") && answered(response.end('[{"txid":'))],
    [
      "that hangs up in the middle",
      (path, response) => {
        if (!path.includes("/txs")) return false;
        response.writeHead(200, { "content-length": "1000" }).write("[");
        return answered(setImmediate(() => response.destroy()));
      },
    ],
    ["that answers in another form", (path, response) => path.includes("/txs") && answered(response.end('[{"id":1}]'))],
    ["that knows no addresses", (path, response) => path.includes("/txs") && answered(response.writeHead(404).end())],
    ["that knows no blocks", (path, response) => path.startsWith("/block/") && answered(response.writeHead(404).end())],
    ["whose top is not a hash", (path, response) => path === "/blocks/tip/hash" && answered(response.end("<html>"))],
  ];

  test.each(broken)("%s proves nothing, and the next look goes on", async (_name, misbehave) => {
    const lost = fake.pay(address, 6_000);
    await pass(3);
    fake.misbehave = misbehave;
    fake.mine(10);
    const outcome = await watch();
    expect(
      outcome.kind === "failed" || (outcome.kind === "watched" && outcome.failures > 0 && outcome.addresses === 0),
    ).toBe(true);
    expect([await world.states(uid), await world.balance(uid)]).toEqual([["credited"], 6_000n]);
    fake.misbehave = () => false;
    fake.reorganise(13, [lost]);
    expect(await watch()).toMatchObject({ kind: "watched", failures: 0 });
    expect(await world.states(uid)).toEqual(["unsettled"]);
    await pass(7);
    expect(await world.states(uid)).toEqual(["reversed"]);
  });

  test("that is slow is left to the next look when the job is stopped", async () => {
    fake.misbehave = (path) => path.includes("/txs");
    const stop = new AbortController();
    const watching = watchOnce(world.watch, stop.signal);
    const refused = expect(watching).rejects.toThrow("stopped");
    await expect.poll(() => fake.seen.at(-1)?.path).toContain("/txs");
    stop.abort(new Error("stopped"));
    await refused;
  });

  test("that is behind says nothing", async () => {
    fake.pay(address, 6_000);
    await pass(3);
    const top = fake.height;
    fake.misbehave = (path, response) =>
      (path === "/blocks/tip/hash" && answered(response.end(fake.hashAt(top - 2)))) ||
      (path === "/blocks/tip/height" && answered(response.end(String(top - 2))));
    expect(await watch()).toEqual({ kind: "behind" });
    expect(await world.states(uid)).toEqual(["credited"]);
  });

  test("that names a block which is not in the chain is not believed", async () => {
    const payment = fake.pay(address, 6_000);
    fake.mine(3);
    fake.misbehave = (path, response) => {
      if (!path.includes(`${address}/txs`)) return false;
      const status = { confirmed: true, block_height: fake.height - 2, block_hash: "ab".repeat(32) };
      const vout = [{ scriptpubkey_address: address, value: 6_000 }];
      return answered(response.end(JSON.stringify([{ txid: payment.txid, vin: [{}], vout, status }])));
    };
    expect(await watch()).toMatchObject({ kind: "watched", failures: 1 });
    expect([await world.states(uid), await world.balance(uid)]).toEqual([[], 0n]);
  });

  test("of another chain proves nothing", async () => {
    fake.pay(address, 6_000);
    await pass(3);
    fake.restart(fake.height + 300);
    expect(await watch()).toEqual({ kind: "failed" });
    expect(await world.states(uid)).toEqual(["credited"]);
    expect(world.log.entries.at(-1)?.message).toContain("another chain");
  });
});

/** For a `misbehave` that has answered by writing what it is given. */
function answered(_written: unknown): boolean {
  return true;
}
