/** Whether a backup was made alone: only then may a restore send what waited in it. */
import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { backUpInto } from "../../../test/support/backup-copy.ts";
import { migrationRooms, testDatabase } from "../../../test/support/database.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { untilWaitingForLock } from "../../../test/support/waiting-for-lock.ts";
import { UserError } from "../errors/user-error.ts";
import { connectOnce, type Connection } from "../sql/connection.ts";

const folder = await temporaryFolder();
afterAll(folder.remove);
const rooms = migrationRooms(["kit"]);

test("a process that was started while a backup was made is noted, as one that was there before", async () => {
  const source = await testDatabase({ rooms: ["kit"] });
  // By the name of a backup, they do not count as others.
  const watching = source.open({ applicationName: "tripod backup" });
  const holding = await connectOnce(source.connection, "tripod backup");
  // A table that is read late: when the backup has looked who is there.
  await holding.query("create table kit.late (n integer)");
  await holding.query("begin; lock table kit.late in access exclusive mode");
  const making = backUpInto(folder.path, source.connection, rooms);
  await untilWaitingForLock(watching);
  const begun = await connectOnce(source.connection, "tripod");
  await holding.query("commit");
  expect((await making).manifest.isQuiet).toBe(false);
  expect((await backUpInto(folder.path, source.connection, rooms)).manifest.isQuiet).toBe(false);
  await begun.end();
  await expect.poll(async () => (await backUpInto(folder.path, source.connection, rooms)).manifest.isQuiet).toBe(true);
  await holding.end();
});

test("an account that may not read everything is refused in a sentence, and leaves no file", async () => {
  const source = await testDatabase({ rooms: ["kit"] });
  const account = `reading_${randomBytes(4).toString("hex")}`;
  await source.db.execute({ name: "test.role", text: `create role ${account} login password 'x'` });
  onTestFinished(async () => {
    for (const text of [`drop owned by ${account}`, `drop role ${account}`]) {
      await source.db.execute({ name: "test.drop", text, isPlannedEachTime: true });
    }
  });
  for (const right of ["usage on schema kit", "select on kit.migrations"]) {
    await source.db.execute({ name: "test.grant", text: `grant ${right} to ${account}`, isPlannedEachTime: true });
  }
  const before = await readdir(folder.path);
  const refused = await backUpInto(folder.path, asAccount(source.connection, account), rooms).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(UserError);
  expect(String(refused)).toContain("may not read everything that a backup holds");
  expect(await readdir(folder.path)).toEqual(before);
});

function asAccount(connection: Connection, account: string): Connection {
  if (!("connectionString" in connection)) return { ...connection, user: account, password: "x" };
  const url = new URL(connection.connectionString);
  [url.username, url.password] = [account, "x"];
  return { connectionString: url.href };
}
