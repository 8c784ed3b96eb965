/** `tripod trading halt` and `resume` as an operator runs them: the program itself, on a database. */
import { expect, test } from "vitest";
import { commandHere } from "../../../test/support/command-here.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { addUsers } from "../../../test/support/ledger-users.ts";
import { acquireLease, releaseLease } from "../../kit/sql/lease.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "trading"] });
const tripod = await commandHere(connection, { TRIPOD_TRADING_EXCHANGES: "" });
const [uid = 0] = await addUsers(db, 1);

test("an operator stops everything, sees it, and lets it go on", async () => {
  expect(await tripod("trading", "halt", "--reason", "maintenance", "--cancel")).toMatchObject({
    code: 0,
    out: "all accounts: no new order is sent; orders that are being cancelled: 0\n",
  });
  const one = ["--account", String(uid), "--reason", "asked by its owner"];
  expect(await tripod("trading", "halt", ...one, "--reducing")).toMatchObject({
    code: 0,
    out: `account ${uid}: only orders that make a position smaller are sent\n`,
  });
  const { out } = await tripod("trading", "halts");
  expect(out).toMatch(new RegExp(`^account ${uid}: reducing since .*  asked by its owner\nall accounts: halted since`));
  expect(out).toMatch(/ {2}maintenance\n$/);
  expect(await tripod("trading", "resume", "--reason", "done")).toMatchObject({
    code: 0,
    out: "all accounts: new orders pass\n",
  });
  expect(await tripod("trading", "resume", ...one)).toMatchObject({
    code: 0,
    out: `account ${uid}: new orders pass\n`,
  });
  expect((await tripod("trading", "halts")).out).toBe("operators have halted nothing\n");
  const events = await db.query<object>({
    name: "test.riskEvents",
    text: "select scope, event, mode, reason from trading.risk_events order by id",
  });
  expect(events).toMatchObject([
    { scope: "platform", event: "halt", mode: "halted", reason: "maintenance" },
    { scope: "account", event: "halt", mode: "reducing" },
    { scope: "platform", event: "resume", mode: null, reason: "done" },
    { scope: "account", event: "resume" },
  ]);
});

test("a process that does not confirm a halt is named, and the exit code is 1", async () => {
  const lease = await acquireLease(db, { name: "trading.sender.1", owner: "stands still", ttlMs: 60_000 });
  const { code, out, err } = await tripod("trading", "halt", "--reason", "maintenance");
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("1 processes have not confirmed it");
  if (lease) await releaseLease(db, lease);
  expect(await tripod("trading", "resume", "--reason", "done")).toMatchObject({ code: 0 });
});

test.each([
  ["an account that is not there", ["--account", "999", "--reason", "x"], 1, "There is no account 999."],
  ["a key that is not there", ["--key", "999", "--reason", "x"], 1, "There is no key 999."],
  ["no reason", [], 2, "required option '--reason <text>'"],
  ["an empty reason", ["--reason", " "], 2, "It must have 1 to 300 characters."],
  ["two places", ["--account", "1", "--key", "2", "--reason", "x"], 2, "cannot be used with option"],
])("%s ends in one sentence, and nothing is halted", async (_what, args, exitCode, says) => {
  const { code, out, err } = await tripod("trading", "halt", ...args);
  expect([code, out]).toEqual([exitCode, ""]);
  expect(err).toContain(says);
  expect((await tripod("trading", "halts")).out).toBe("operators have halted nothing\n");
});
