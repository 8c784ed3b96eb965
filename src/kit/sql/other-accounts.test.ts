/** Programs of other accounts: PostgreSQL shows an ordinary account little of them. */
import { randomBytes } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { countOthers } from "../backup/sql/contents.ts";
import { connectOnce, type Connection } from "./connection.ts";
import { openDatabase } from "./pool.ts";
import { countOtherConnections } from "./server-facts.ts";

const { connection } = await testDatabase({ rooms: [] });
const account = `asking_${randomBytes(4).toString("hex")}`;
await run(`create role ${account} login password 'x'`);
afterAll(() => run(`drop role ${account}`));

async function run(text: string): Promise<void> {
  const client = await connectOnce(connection, "test");
  await client.query(text);
  await client.end();
}

/** The same database as an account that may see nothing of others. */
function asAsking(): Connection {
  if (!("connectionString" in connection)) return { ...connection, user: account, password: "x" };
  const url = new URL(connection.connectionString);
  [url.username, url.password] = [account, "x"];
  return { connectionString: url.href };
}

test("a process of another account is seen by a backup and by a replacement of keys, and a monitoring program by the first", async () => {
  const client = await connectOnce(asAsking(), "tripod backup");
  const seen = async () => [await countOthers(client), await countOtherConnections(asAsking())];
  try {
    await expect.poll(seen).toEqual([0, 1]);
    const serving = openDatabase({ connection, maxConnections: 1 });
    await serving.query({ name: "test.one", text: "select 1 as one" });
    expect(await seen()).toEqual([1, 2]);
    await serving.close();
    const monitoring = await connectOnce(connection, "monitoring");
    await expect.poll(seen).toEqual([1, 1]);
    await monitoring.end();
  } finally {
    await client.end();
  }
});
