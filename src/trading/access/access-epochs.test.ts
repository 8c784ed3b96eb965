import { expect, test } from "vitest";
import { accessProcess, addKey, requestWith } from "../../../test/support/access-world.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { signedToken } from "../../../test/support/signed-request.ts";
import type { Authenticator } from "./authenticator.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });

const ask = async ({ apiKey, secret }: Awaited<ReturnType<typeof addKey>>, by: Authenticator) =>
  by.authenticate(requestWith({ key: apiKey.key, authorization: signedToken(secret) }));

test("requests at once ask the database together, and each sees what was changed before it came", async () => {
  let queries = 0;
  let release = (): void => undefined;
  let gate: Promise<void> | undefined;
  const query: typeof db.query = async (statement) => {
    const rows = await db.query(statement);
    queries++;
    await gate;
    return rows as never;
  };
  const own = accessProcess({ ...db, query });
  const keys = [await addKey(db, own), await addKey(db, own)] as const;
  for (const key of keys) await ask(key, own.authenticator);
  queries = 0;
  gate = new Promise((resolve) => (release = resolve));
  const first = ask(keys[0], own.authenticator);
  await expect.poll(() => queries).toBe(1);
  // The query that is in progress has read the key in force. Those who come from here on must not believe it.
  await db.execute({
    name: "test.lockOut",
    text: "update trading.users set is_active = false where id = $1",
    values: [keys[0].caller.uid],
  });
  const later = [keys[0], keys[1], keys[1]].map((key) => ask(key, own.authenticator));
  const outcomes = Promise.allSettled(later);
  release();
  expect(await first).toBeDefined();
  expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(queries, "one for the first, one for the three, and those that read the changed key").toBeLessThanOrEqual(5);
});
