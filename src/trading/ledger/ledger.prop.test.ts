/** The ledger under entries that come at once, through several pools. */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { addUsers } from "../../../test/support/ledger-users.ts";
import { AppError } from "../../kit/errors/catalogue.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { LedgerEntry, Posting } from "./core/entry.ts";
import { balanceOf, postEntry } from "./sql/post-entry.ts";
import { proveBalances } from "./sql/prove-balances.ts";

const { open } = await testDatabase({ rooms: ["kit", "trading"] });
const pools = [open({ maxConnections: 6 }), open({ maxConnections: 6 }), open({ maxConnections: 6 })] as const;
const [db] = pools;
const CURRENCIES = ["USDT", "BTC"];
const PLATFORM = ["platform:revenue", "platform:rewards", "platform:deposits"];
let uids: number[] = [];
let runs = 0;

beforeAll(async () => {
  uids = await addUsers(db, 3);
});

/** A movement between accounts by their places: users and what is held of them first, then the platform's. */
const move = fc.record({
  from: fc.nat({ max: 8 }),
  others: fc.uniqueArray(fc.nat({ max: 8 }), { minLength: 1, maxLength: 3 }),
  currency: fc.nat({ max: 1 }),
  amount: fc.bigInt({ min: 1n, max: 300n }),
  reference: fc.nat({ max: 40 }),
});

interface Move {
  readonly from: number;
  readonly others: readonly number[];
  readonly currency: number;
  readonly amount: bigint;
  readonly reference: number;
}

function accounts(): string[] {
  return [...uids.map((uid) => `user:${uid}`), ...uids.map((uid) => `held:${uid}`), ...PLATFORM];
}

function entryOf({ from, others, currency: place, amount, reference }: Move, run: number): LedgerEntry | undefined {
  const currency = CURRENCIES[place] ?? "";
  const to = others.filter((other) => other !== from).map((other) => accounts()[other] ?? "");
  if (to.length === 0) return undefined;
  const gets = to.map((account): Posting => ({ account, currency, amount }));
  const gives = { account: accounts()[from] ?? "", currency, amount: -amount * BigInt(to.length) };
  return {
    reference: `run:${run}:${reference}`,
    type: "deposit",
    ownerUid: uids[0] ?? 0,
    description: "",
    at: 1_760_000_000_000_000 as Instant,
    postings: [gives, ...gets],
  };
}

/** The outcome of it; everything but a refusal for good reason is a failure. */
async function post(entry: LedgerEntry, place: number): Promise<string> {
  try {
    return await (pools[place % pools.length] ?? db).transaction((tx) => postEntry(tx, entry));
  } catch (error) {
    if (error instanceof AppError && error.code === "2420") return "insufficient";
    if (error instanceof Error && error.message.includes("with one content only")) return "conflict";
    throw error;
  }
}

async function deadlocks(): Promise<number | undefined> {
  const [row] = await db.query<{ deadlocks: number }>({
    name: "test.deadlocks",
    text: "select deadlocks from pg_stat_database where datname = current_database()",
  });
  return row?.deadlocks;
}

async function balances(): Promise<Map<string, bigint>> {
  const held = new Map<string, bigint>();
  for (const account of accounts()) {
    for (const currency of CURRENCIES) held.set(`${account} ${currency}`, await balanceOf(db, account, currency));
  }
  return held;
}

describe("entries that are posted at once", () => {
  test("add up to what was acknowledged, each reference once, no account below 0, and nothing from nowhere", async () => {
    const property = fc.asyncProperty(fc.array(move, { minLength: 20, maxLength: 120 }), async (moves) => {
      const run = runs++;
      const expected = await balances();
      const entries = moves.flatMap((each) => entryOf(each, run) ?? []);
      const outcomes = await Promise.all(entries.map(post));
      const posted = entries.filter((_, place) => outcomes[place] === "posted");
      expect(new Set(posted.map(({ reference }) => reference)).size).toBe(posted.length);
      for (const { account, currency, amount } of posted.flatMap(({ postings }) => postings)) {
        const key = `${account} ${currency}`;
        expected.set(key, (expected.get(key) ?? 0n) + amount);
      }
      const found = await balances();
      expect(found).toEqual(expected);
      for (const [account, balance] of found) expect(balance >= 0n || account.startsWith("platform:")).toBe(true);
      expect(await proveBalances(db)).toMatchObject({ differences: [], unbalanced: [], totals: [] });
    });
    await fc.assert(property, { numRuns: 12, endOnFailure: true });
    expect(await deadlocks()).toBe(0);
  });

  test("of all that is there give it away once", async () => {
    const [uid = 0] = await addUsers(db, 1);
    const user = `user:${uid}`;
    const entry = (reference: string, amount: bigint): LedgerEntry => ({
      reference,
      type: "deposit",
      ownerUid: uid,
      description: "",
      at: 1_760_000_000_000_000 as Instant,
      postings: [
        { account: user, currency: "ETH", amount },
        { account: "platform:deposits", currency: "ETH", amount: -amount },
      ],
    });
    await post(entry("all", 10n), 0);
    const spent = await Promise.all(
      Array.from({ length: 30 }, (_, place) => post(entry(`spend:${place}`, -3n), place)),
    );
    expect(spent.filter((outcome) => outcome === "posted")).toHaveLength(3);
    expect(await balanceOf(db, user, "ETH")).toBe(1n);
  });
});
