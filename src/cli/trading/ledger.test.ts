/** `tripod trading ledger credit` as an operator runs it: the program itself, on a database. */
import { expect, test } from "vitest";
import { commandHere } from "../../../test/support/command-here.ts";
import type { Ran } from "../../../test/support/command-line.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { addUsers } from "../../../test/support/ledger-users.ts";
import { balanceOf } from "../../trading/ledger/index.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "trading"] });
const tripod = await commandHere(connection, { TRIPOD_TRADING_EXCHANGES: "", TRIPOD_TRADING_CURRENCIES: "USDT,CHF" });
const [uid = 0] = await addUsers(db, 1);

const credit = (amount: string, currency: string, ...more: string[]): Promise<Ran> =>
  tripod("trading", "ledger", "credit", String(uid), amount, currency, "--reason", "By bank", ...more);
const balance = (currency: string) => balanceOf(db, `user:${uid}`, currency);

test("an operator credits an account once for each reference, and corrects a mistake", async () => {
  const first = { code: 0, out: `${uid}: 250.00000000 CHF\nbalance: 250.00000000 CHF\n` };
  expect(await credit("250", "CHF", "--reference", "bank-1")).toMatchObject(first);
  const again = { code: 0, out: expect.stringContaining("changed before by this reference") as string };
  expect(await credit("250", "CHF", "--reference", "bank-1")).toMatchObject(again);
  expect(await credit("50", "CHF", "--reference", "bank-2", "--correction")).toMatchObject({
    code: 0,
    out: `${uid}: -50.00000000 CHF\nbalance: 200.00000000 CHF\n`,
  });
  expect(await balance("CHF")).toBe(20_000_000_000n);
});

test.each([
  ["an empty reason", ""],
  ["a blank reason", "   "],
  ["a reason that is too long", "b".repeat(401)],
])("%s credits nothing", async (_what, reason) => {
  const { code, out, err } = await credit("1", "USDT", "--reference", "bank-3", "--reason", reason);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain("It must have 3 to 400 characters.");
  expect(await balance("USDT")).toBe(0n);
});

test.each([
  ["a currency that the platform does not know", "1", "XBT", "bank-3", "XBT is not a currency that accounts can be"],
  ["an invalid currency code", "1", "usdt", "bank-3", 'The currency "usdt" is not a code'],
  ["an amount that is not a decimal", "1e3", "USDT", "bank-3", 'The amount "1e3" is not a decimal above 0'],
  ["an amount of nothing", "0.00", "USDT", "bank-3", 'The amount "0.00" is not a decimal above 0'],
  ["a reference that is too short", "1", "USDT", "b", "The reference must be 3 to 100"],
])("%s ends in one sentence, and nothing is credited", async (_what, amount, currency, reference, says) => {
  const { code, out, err } = await credit(amount, currency, "--reference", reference);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(says);
  expect(err.trim().split("\n")).toHaveLength(1);
  expect(await balance("USDT")).toBe(0n);
});
