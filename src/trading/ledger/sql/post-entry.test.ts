import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { addUsers } from "../../../../test/support/ledger-users.ts";
import { QueryError } from "../../../kit/sql/query-error.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { LedgerEntry, Posting } from "../core/entry.ts";
import { balanceOf, postEntry, tryPostEntry } from "./post-entry.ts";
import { proveBalances } from "./prove-balances.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
let uid = 0;
let references = 0;
let statements = 0;
const at = 1_760_000_000_000_000 as Instant;

/** Each test has a user of its own. */
beforeEach(async () => {
  [uid = 0] = await addUsers(db, 1);
});

function entry(amount: bigint, change: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    reference: `test:${references++}`,
    type: "deposit",
    ownerUid: uid,
    description: "A deposit",
    at,
    postings: moved(amount),
    ...change,
  };
}

function moved(amount: bigint): Posting[] {
  return [
    { account: `user:${uid}`, currency: "USDT", amount },
    { account: "platform:deposits", currency: "USDT", amount: -amount },
  ];
}

const post = (posted: LedgerEntry): Promise<string> => db.transaction((tx) => postEntry(tx, posted));
const balance = (account = `user:${uid}`): Promise<bigint> => balanceOf(db, account, "USDT");

const given: Posting = { account: "user:7", currency: "USDT", amount: 5n };
const taken: Posting = { account: "platform:deposits", currency: "USDT", amount: -5n };

/** The code with which PostgreSQL refuses statements, or their commit; "none" if it does not. Nothing is kept. */
async function refusal(...texts: readonly string[]): Promise<string> {
  const undone = new Error("undone");
  try {
    await db.transaction(async (tx) => {
      for (const text of [...texts, "set constraints all immediate"]) {
        await tx.execute({ name: `test.${statements++}`, text });
      }
      throw undone;
    });
  } catch (error) {
    return error === undone ? "none" : error instanceof QueryError ? String(error.code) : String(error);
  }
  return "";
}

/** Errors that PL/pgSQL raises without a code of its own. */
const RAISED = "P0001";
const BROKEN_CHECK = "23514";

describe("posting an entry", () => {
  test("moves money from account to account", async () => {
    const before = await balance("platform:deposits");
    expect(await post(entry(500n))).toBe("posted");
    expect(await balance()).toBe(500n);
    expect((await balance("platform:deposits")) - before).toBe(-500n);
    expect(await post(entry(-500n))).toBe("posted");
    expect(await balance()).toBe(0n);
  });

  test("holds 38 digits exactly", async () => {
    const huge = 10n ** 36n + 1n;
    await post(entry(huge));
    expect(await balance()).toBe(huge);
    await post(entry(-huge));
    expect(await balance()).toBe(0n);
  });

  test("happens once for each reference, whatever the words, the time and the order of postings are", async () => {
    const first = entry(7n);
    const again = { ...first, description: "In other words", at: (at + 1) as Instant };
    expect(await post(first)).toBe("posted");
    expect(await post({ ...again, postings: again.postings.toReversed() })).toBe("known");
    expect(await balance()).toBe(7n);
    expect(await post(entry(-7n))).toBe("posted");
    expect(await post(first), "though the money is spent").toBe("known");
  });

  test("is a broken promise when the same reference has another meaning", async () => {
    const first = entry(7n);
    await post(first);
    const other = { ...first, postings: moved(8n) };
    await expect(post(other)).rejects.toThrow("a reference is posted with one content only");
    expect(await db.transaction((tx) => tryPostEntry(tx, other))).toMatchObject({ outcome: "conflict" });
    expect(await balance()).toBe(7n);
    await post(entry(-7n));
  });

  test("is refused when a user's account would fall below 0, and the transaction can go on", async () => {
    await post(entry(150_000_000n));
    await db.transaction(async (tx) => {
      await expect(postEntry(tx, entry(-150_000_001n))).rejects.toMatchObject({
        code: "2420",
        status: 422,
        message: "The balance is too low: 1.50000000 USDT available",
      });
      expect(await postEntry(tx, entry(-150_000_000n))).toBe("posted");
    });
    expect(await balance()).toBe(0n);
  });

  test("is undone with its transaction", async () => {
    const undone = entry(9n);
    const failed = db.transaction(async (tx) => {
      await postEntry(tx, undone);
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(await balance()).toBe(0n);
    expect(await post(undone)).toBe("posted");
    await post(entry(-9n));
  });

  test("of the same reference at the same time happens once", async () => {
    const first = entry(3n);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => post(first)));
    expect(outcomes.filter((outcome) => outcome === "posted")).toHaveLength(1);
    const platform = entry(0n, {
      postings: [
        { account: "platform:revenue", currency: "USDT", amount: 5n },
        { account: "platform:fees", currency: "USDT", amount: -5n },
      ],
    });
    const others = await Promise.all(Array.from({ length: 10 }, () => post(platform)));
    expect(others.filter((outcome) => outcome === "posted")).toHaveLength(1);
    expect(await balance("platform:revenue")).toBe(5n);
    await post(entry(-3n));
  });

  test.each<[string, readonly Posting[]]>([
    ["the postings of an entry cancel out", [taken, { ...given, amount: 4n }]],
    ["the postings of an entry cancel out", [taken, { ...given, currency: "BTC" }]],
    ["an entry has 2 to 20 postings", [given]],
    ["a posting moves something", [taken, given, { ...given, currency: "BTC", amount: 0n }]],
    ["an entry posts to an account and currency once", [taken, given, given]],
    ["an entry posts to accounts that there are", [taken, { ...given, account: "user:0" }]],
    ["an entry posts to accounts that there are", [taken, { ...given, account: "platform:pocket" }]],
    ["an entry posts in currencies by their codes", [taken, { ...given, currency: "usdt" }]],
  ])("states that %s", async (statement, postings) => {
    await expect(post(entry(0n, { postings }))).rejects.toThrow(statement);
  });
});

describe("the database itself", () => {
  const anEntry = `insert into trading.ledger_entries (reference, type, owner_id, description, content_hash, created_at)
    select 'raw', 'deposit', min(id), '', sha256(''), now() from trading.users`;
  const accounts = `insert into trading.ledger_accounts (account, currency, part, balance, sequence)
    values ('platform:rewards', 'USDT', 0, 0, 0), ('platform:fees', 'USDT', 0, 0, 0) on conflict do nothing`;
  const postings = (sequence: number, ...amounts: readonly number[]) =>
    `insert into trading.ledger_postings (entry_id, account, currency, part, amount, balance_after, sequence)
      select (select max(id) from trading.ledger_entries), account, 'USDT', 0, amount, 0, ${sequence}
      from unnest(array['platform:rewards', 'platform:fees'], array[${amounts.join(", ")}]) as v (account, amount)
      where amount is not null`;

  test.each([
    "update trading.ledger_entries set description = ''",
    "delete from trading.ledger_entries",
    "update trading.ledger_postings set amount = 1",
    "delete from trading.ledger_postings",
    "truncate trading.ledger_postings",
    "truncate trading.ledger_entries cascade",
    "update trading.ledger_refunds set amount = 1",
    "truncate trading.ledger_refunds",
    "delete from trading.ledger_accounts",
    "truncate trading.ledger_accounts cascade",
  ])("refuses to forget: %s", async (text) => {
    expect(await refusal(text)).toBe(RAISED);
  });

  test("refuses an account of a user below 0", async () => {
    await post(entry(1n));
    expect(await refusal(`update trading.ledger_accounts set balance = -1 where account = 'user:${uid}'`)).toBe(
      BROKEN_CHECK,
    );
  });

  test("refuses entries without postings, and postings that do not cancel out", async () => {
    expect(await refusal(anEntry)).toBe(BROKEN_CHECK);
    expect(await refusal(accounts, anEntry, postings(1, 5))).toBe(BROKEN_CHECK);
    expect(await refusal(accounts, anEntry, postings(1, 5, -4))).toBe(BROKEN_CHECK);
    expect(await refusal(accounts, anEntry, postings(1, 5, -5))).toBe("none");
  });

  test("refuses to add postings to an entry that has some, even if they cancel out", async () => {
    expect(await refusal(accounts, anEntry, postings(1, 5, -5), postings(2, 5, -5))).toBe(BROKEN_CHECK);
  });
});

describe("the proof of balances", () => {
  test("finds nothing where all is right, and says which account differs and by how much", async () => {
    const undone = new Error("undone");
    const tampered = db.transaction(async (tx) => {
      await postEntry(tx, entry(40n));
      expect(await proveBalances(tx)).toMatchObject({ differences: [], unbalanced: [], totals: [] });
      await tx.execute({
        name: "test.tamper",
        text: "update trading.ledger_accounts set balance = balance + 2 where account = $1",
        values: [`user:${uid}`],
      });
      const { differences, totals } = await proveBalances(tx);
      expect(differences).toEqual([{ account: `user:${uid}`, currency: "USDT", stored: 42n, proven: 40n }]);
      expect(totals).toEqual([{ currency: "USDT", total: 2n }]);
      throw undone;
    });
    await expect(tampered).rejects.toBe(undone);
  });
});
