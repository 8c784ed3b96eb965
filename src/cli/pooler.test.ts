/** A pooler between the program and PostgreSQL: what cannot work over it is refused, and what can is not. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasBouncer, startBouncer, type Bouncer } from "../../test/support/bouncer.ts";
import { commandHere } from "../../test/support/command-here.ts";
import { databaseUrl } from "../../test/support/command-line.ts";
import { testDatabase } from "../../test/support/database.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { migrateJobs } from "../kit/jobs/job-runner.ts";
import { tryConnection } from "../kit/sql/sessions.ts";

const { connection: direct } = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });
await migrateJobs(direct);
const folder = await temporaryFolder();
afterAll(folder.remove);

const SETTINGS = { TRIPOD_PORT: "0", TRIPOD_ADMIN_PORT: "0", TRIPOD_SECRET_KEY: "0".repeat(64) };
const NO_SESSIONS = "leads to a pooler that hands out connections per transaction";
const NO_STATEMENTS = "leads to a pooler that does not keep prepared statements. Set TRIPOD_PREPARED_STATEMENTS=off.";

test("a connection to PostgreSQL itself keeps everything", async () => {
  expect(await tryConnection(direct)).toEqual({ isSession: true, preparedStatements: true });
});

describe.skipIf(!hasBouncer())("over pgbouncer", () => {
  let byTransaction: Bouncer;
  let bySession: Bouncer;
  beforeAll(async () => {
    byTransaction = await startBouncer(direct, "transaction");
    bySession = await startBouncer(direct, "session");
  });
  afterAll(async () => {
    await byTransaction.stop();
    await bySession.stop();
  });

  test("that hands out sessions, a connection keeps everything", async () => {
    expect(await tryConnection(bySession.connection)).toEqual({ isSession: true, preparedStatements: true });
    const tripod = await commandHere(bySession.connection, SETTINGS);
    expect(await tripod("check", "registry")).toMatchObject({ code: 0, err: "" });
  });

  test("by transaction, statements that are prepared are refused by a check, a start and commands", async () => {
    const tripod = await commandHere(byTransaction.connection, {
      ...SETTINGS,
      TRIPOD_DIRECT_DATABASE_URL: databaseUrl(direct),
    });
    const checked = await tripod("check", "registry");
    expect([checked.code, checked.out]).toEqual([
      1,
      expect.stringContaining(`wrong database: TRIPOD_DATABASE_URL ${NO_STATEMENTS}`),
    ]);
    for (const command of ["serve registry", "registry token list"]) {
      expect(await tripod(...command.split(" "))).toEqual({
        code: 1,
        out: "",
        err: `error: TRIPOD_DATABASE_URL ${NO_STATEMENTS}\n`,
      });
    }
  });

  test("by transaction, jobs, backups and restores want PostgreSQL itself, and a backup leaves no lock behind", async () => {
    const settings = { ...SETTINGS, TRIPOD_PREPARED_STATEMENTS: "off" };
    const tripod = await commandHere(byTransaction.connection, settings);
    const checked = await tripod("check", "registry");
    expect([checked.code, checked.out]).toEqual([
      1,
      expect.stringContaining(`wrong database: TRIPOD_DATABASE_URL ${NO_SESSIONS}`),
    ]);
    for (const command of [
      ["serve", "registry"],
      ["backup", join(folder.path, "a.tar")],
    ]) {
      const ran = await tripod(...command);
      expect([ran.code, ran.err]).toEqual([
        1,
        expect.stringMatching(new RegExp(`^error: TRIPOD_DATABASE_URL ${NO_SESSIONS}[^\n]*\n$`)),
      ]);
    }
    const again = await commandHere(byTransaction.connection, {
      ...settings,
      TRIPOD_DIRECT_DATABASE_URL: databaseUrl(byTransaction.connection),
    });
    expect((await again("check", "registry")).out).toContain(
      `wrong database: TRIPOD_DIRECT_DATABASE_URL ${NO_SESSIONS}`,
    );
  });

  test("by transaction with the settings that the documents name, everything is ok", async () => {
    const tripod = await commandHere(byTransaction.connection, {
      ...SETTINGS,
      TRIPOD_PREPARED_STATEMENTS: "off",
      TRIPOD_DIRECT_DATABASE_URL: databaseUrl(direct),
    });
    expect((await tripod("migrate")).code).toBe(0);
    // Twice: the second has statements of the first before it.
    for (const _ of [1, 2]) expect(await tripod("check", "registry")).toMatchObject({ code: 0, err: "" });
    expect(await tripod("keys", "list")).toMatchObject({ code: 0, err: "" });
    expect((await tripod("backup", join(folder.path, "b.tar"))).code).toBe(0);
  });
});
