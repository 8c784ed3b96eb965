/**
 * Random lives of accounts: deposits, blocks that come and go, withdrawals, reviews, spending, several at once.
 * Whatever happens, no money is made or lost, and no balance is below zero.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { fakeEsplora, type FakeEsplora, type FakePayment } from "../../../test/support/fake-esplora.ts";
import { addUsers } from "../../../test/support/ledger-users.ts";
import { sampleSize } from "../../../test/support/sample-size.ts";
import { walletWorld } from "../../../test/support/wallet-world.ts";
import { AppError } from "../../kit/errors/catalogue.ts";
import { balanceOf, postEntry } from "../ledger/index.ts";
import { hasCredit } from "./core/deposit.ts";
import { holdsMoney, WITHDRAWAL_STATES, type WithdrawalStep } from "./core/withdrawal.ts";
import { watchOnce } from "./watch/watch-deposits.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const RUNS = sampleSize(3, 50);
const TO = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
const EVERYTHING = { limit: 1000, offset: 0 };

let fake: FakeEsplora;
let world: ReturnType<typeof walletWorld>;
let admins: number[] = [];
let spendings = 0;

beforeAll(async () => {
  fake = await fakeEsplora();
  world = walletWorld(db, fake);
  admins = await addUsers(db, 3);
});

afterAll(async () => {
  await world.http.close();
  await fake.close();
});

/** One account's doings. Numbers are read as they fit: `number % length` of what there is. */
type Doing =
  | { readonly do: "pay"; readonly value: number }
  | { readonly do: "mine"; readonly count: number }
  | { readonly do: "undo"; readonly depth: number; readonly isDropped: boolean }
  | { readonly do: "watch" }
  | { readonly do: "request"; readonly amount: number }
  | { readonly do: "spend"; readonly amount: number }
  | { readonly do: "step"; readonly kind: WithdrawalStep["kind"]; readonly admin: number; readonly which: number };

const doing: fc.Arbitrary<Doing> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("pay" as const), value: fc.integer({ min: 500, max: 100_000 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("mine" as const), count: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("undo" as const),
      depth: fc.integer({ min: 1, max: 5 }),
      isDropped: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.constant({ do: "watch" as const }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("request" as const), amount: fc.integer({ min: 1, max: 90_000 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("spend" as const), amount: fc.integer({ min: 1, max: 50_000 }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("step" as const),
      kind: fc.constantFrom("approve", "approve", "reject", "complete", "cancel"),
      admin: fc.nat(2),
      which: fc.nat(50),
    }),
  },
);

const PRELUDE: readonly Doing[] = [
  { do: "watch" },
  { do: "request", amount: 900 },
  { do: "step", kind: "approve", admin: 0, which: 0 },
  { do: "step", kind: "complete", admin: 0, which: 0 },
  { do: "request", amount: 800 },
  { do: "step", kind: "reject", admin: 1, which: 0 },
];

interface Life {
  readonly uid: number;
  readonly address: string;
  readonly payments: FakePayment[];
  spent: bigint;
}

async function act(life: Life, action: Doing): Promise<void> {
  const { uid } = life;
  const at = world.now();
  if (action.do === "pay") life.payments.push(fake.pay(life.address, action.value));
  if (action.do === "mine") fake.mine(action.count);
  if (action.do === "undo") fake.reorganise(action.depth, action.isDropped ? life.payments : []);
  if (action.do === "watch") await watchOnce(world.watch, new AbortController().signal);
  if (action.do === "request") {
    const amount = BigInt(action.amount);
    const request = { ownerUid: uid, requestedBy: uid, currency: "BTC", address: TO, amount, fee: 100n, at } as const;
    const twoApprovalsAbove = 40_000n;
    await orRefused(world.wallets.request({ ...request, twoApprovalsAbove }));
  }
  if (action.do === "spend") await orRefused(spend(life, BigInt(action.amount)));
  if (action.do === "step") {
    const { items } = await world.wallets.listWithdrawals(uid, EVERYTHING);
    const chosen = items[action.which % Math.max(1, items.length)];
    if (chosen) await world.wallets.step(chosen.id, stepOf(uid, chosen.id, action), { at });
  }
}

function stepOf(uid: number, id: number, { kind, admin }: Extract<Doing, { do: "step" }>): WithdrawalStep {
  const by = kind === "cancel" ? uid : (admins[admin] ?? 0);
  return { kind, by: { uid: by, ownerUid: by }, reason: "because", txid: String(id).padStart(64, "0"), isBatch: false };
}

async function spend(life: Life, amount: bigint): Promise<void> {
  await db.transaction((tx) =>
    postEntry(tx, {
      reference: `spent:${spendings++}`,
      type: "subscription",
      ownerUid: life.uid,
      description: "",
      at: world.now(),
      postings: [
        { account: `user:${life.uid}`, currency: "BTC", amount: -amount },
        { account: "platform:revenue", currency: "BTC", amount },
      ],
    }),
  );
  // Counted only when it has been spent.
  life.spent += amount;
}

async function orRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

/** An account's holdings, against everything that was done with it. */
async function expectExact({ uid, spent }: Life): Promise<void> {
  const deposits = (await world.wallets.listDeposits(uid, EVERYTHING)).items;
  const withdrawals = (await world.wallets.listWithdrawals(uid, EVERYTHING)).items;
  const credited = sum(deposits.filter(({ state }) => hasCredit(state)).map(({ amount }) => amount));
  const totals = (is: (state: (typeof withdrawals)[number]["state"]) => boolean): bigint =>
    sum(withdrawals.filter(({ state }) => is(state)).map(({ amount, fee }) => amount + fee));
  const [balance, held] = [await world.balance(uid), await world.held(uid)];
  expect(held).toBe(totals(holdsMoney));
  expect(balance + held).toBe(credited - totals((state) => state === "completed") - spent);
  expect(balance >= 0n).toBe(true);
  for (const { state, approvalsNeeded, firstApprovedBy, reviewedBy } of withdrawals) {
    if (approvalsNeeded === 2 && (state === "approved" || state === "completed")) {
      expect(firstApprovedBy).not.toBeNull();
      expect(reviewedBy).not.toBe(firstApprovedBy);
    }
  }
}

/** The platform's holdings, against all accounts. */
async function expectWholeExact(): Promise<void> {
  const all = (await world.wallets.listForReview(WITHDRAWAL_STATES, EVERYTHING)).items;
  const completed = all.filter(({ state }) => state === "completed");
  const of = (account: string): Promise<bigint> => balanceOf(db, `platform:${account}`, "BTC");
  expect(await of("withdrawals")).toBe(sum(completed.map(({ amount }) => amount)));
  expect(await of("fees")).toBe(sum(completed.map(({ fee }) => fee)));
  const [ledger] = await db.query<{ total: string }>({
    name: "test.sumOfLedger",
    text: "select sum(balance) as total from trading.ledger_accounts",
  });
  expect(Number(ledger?.total ?? 0)).toBe(0);
}

test("no money is made or lost, and no account falls below zero", async () => {
  const together = fc.array(fc.tuple(fc.nat(1), doing), { minLength: 1, maxLength: 4 });
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(together, { minLength: 10, maxLength: 25 }), async (script) => {
      const lives: Life[] = [];
      for (const uid of await addUsers(db, 2)) {
        lives.push({ uid, address: await world.address(uid), payments: [], spent: 0n });
      }
      for (const life of lives) life.payments.push(fake.pay(life.address, 60_000));
      fake.mine(3);
      // One of each end, so that no run is empty; which of the withdrawals `which` names, newest first, is the last made.
      for (const life of lives) for (const action of PRELUDE) await act(life, action);
      for (const moment of script) {
        await Promise.all(
          moment.map(async ([who, action]) => {
            const life = lives[who];
            if (life) await act(life, action);
          }),
        );
        for (const life of lives) await expectExact(life);
      }
      // Everything comes to an end: what is in the chain is credited, what is not has been taken back or flagged.
      for (let block = 0; block < 9; block++) {
        fake.mine();
        await watchOnce(world.watch, new AbortController().signal);
      }
      for (const life of lives) {
        await expectExact(life);
        const states = await world.states(life.uid);
        expect(states.filter((state) => state === "unsettled" || state === "pending")).toEqual([]);
        const { items } = await world.wallets.listWithdrawals(life.uid, EVERYTHING);
        for (const state of [...states, ...items.map((item) => item.state)]) outcomes.add(state);
      }
      await expectWholeExact();
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect([...outcomes]).toEqual(expect.arrayContaining(["credited", "completed", "rejected"]));
});
