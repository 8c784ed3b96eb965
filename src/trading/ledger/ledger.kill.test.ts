/** The state of the ledger after programs that post to it are killed. */
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bundleScript } from "../../../test/support/bundle.ts";
import { ScriptProcess } from "../../../test/support/child-process.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { addUsers } from "../../../test/support/ledger-users.ts";
import { proveBalances } from "./sql/prove-balances.ts";

const ROUNDS = 4;
const { db, connection } = await testDatabase({ rooms: ["kit", "trading"] });
const script = await bundleScript(fileURLToPath(new URL("../../../test/support/ledger-child.ts", import.meta.url)));

async function references(): Promise<Set<string>> {
  const rows = await db.query<{ reference: string }>({
    name: "test.references",
    text: "select reference from trading.ledger_entries",
  });
  return new Set(rows.map(({ reference }) => reference));
}

test("kill -9 at any moment loses no acknowledged entry and leaves no half of one", async () => {
  const uids = await addUsers(db, 3);
  const moments = fc.sample(fc.integer({ min: 1, max: 150 }), ROUNDS);
  const acknowledged = new Set<unknown>();
  for (const moment of moments) {
    const children = [0, 1].map(() => new ScriptProcess(script, [JSON.stringify(connection), JSON.stringify(uids)]));
    try {
      await Promise.all(children.map((child) => child.heard("posted", moment)));
    } finally {
      await Promise.all(children.map((child) => child.kill()));
    }
    for (const { told } of children) for (const { reference } of told) acknowledged.add(reference);
  }
  // Transactions in progress at the kill end in their own time, and hold their locks until then.
  await expect.poll(countChildren).toBe(0);
  const posted = await references();
  expect(acknowledged.size).toBeGreaterThanOrEqual(2 * moments.reduce((sum, moment) => sum + moment, 0));
  expect([...acknowledged].filter((reference) => !posted.has(String(reference)))).toEqual([]);
  expect(await proveBalances(db)).toMatchObject({ entries: posted.size, differences: [], unbalanced: [], totals: [] });
});

async function countChildren(): Promise<number | undefined> {
  const [row] = await db.query<{ children: number }>({
    name: "test.countChildren",
    text: `select count(*) as children from pg_stat_activity
      where datname = current_database() and application_name like 'child %'`,
  });
  return row?.children;
}
