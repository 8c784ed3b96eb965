/**
 * `tripod backup` and `tripod restore` are killed at many moments. A backup then is whole or not there, and a restore whole
 * or marked, and the next one starts over. `npm run soak -- backup` kills more often.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Connection } from "../../src/kit/sql/connection.ts";
import { backUpInto } from "../support/backup-copy.ts";
import { fillAll } from "../support/backup-contents.ts";
import { commandLine, databaseUrl } from "../support/command-line.ts";
import { migrationRooms, testDatabase, type TestDatabase } from "../support/database.ts";
import { migrateJobs } from "../../src/kit/jobs/job-runner.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const KILLS = Number(process.env["TRIPOD_TEST_BACKUP_KILLS"] ?? "6");
/** So much later than a whole run takes comes the last kill. */
const BEYOND = 1.1;

const ROOMS = ["kit", "registry", "players", "trading"];
const rooms = migrationRooms(ROOMS);
const source = await testDatabase({ rooms: ROOMS });
const tripod = await commandLine(source.connection);
const folder = await temporaryFolder();
afterAll(folder.remove);

beforeAll(async () => {
  await migrateJobs(source.connection);
  await fillAll(source.db);
  // A restore with --nothing-lost asks for a backup during which no other program was connected.
  await source.db.close();
});

interface Run {
  readonly code: number | null;
  readonly tookMs: number;
}

/** Runs a command on a database; kills it after so long, where it has not ended. */
async function runFor(ms: number | undefined, connection: Connection, ...args: readonly string[]): Promise<Run> {
  const [node, main] = tripod.program;
  const began = performance.now();
  const child = spawn(node, [main, ...args], {
    cwd: folder.path,
    env: { ...tripod.env, TRIPOD_DATABASE_URL: databaseUrl(connection) },
    stdio: "ignore",
  });
  const ended = once(child, "exit") as Promise<[number | null]>;
  if (ms !== undefined) {
    const timer = new AbortController();
    void delay(ms, undefined, { signal: timer.signal }).then(
      () => child.kill("SIGKILL"),
      () => undefined,
    );
    void ended.then(() => timer.abort());
  }
  const [code] = await ended;
  return { code, tookMs: performance.now() - began };
}

/** Spread over a run of this length, in an order that is not that of time. */
function momentsIn(tookMs: number): number[] {
  return Array.from({ length: KILLS }, (_, n) => ((((n * 7_919) % KILLS) + 0.5) / KILLS) * tookMs * BEYOND);
}

/** What a database holds: the digest of each table, and where its numbers are, but for those of the outbox. */
async function contentsOf(connection: Connection) {
  const { path, manifest } = await backUpInto(folder.path, connection, rooms);
  await rm(path);
  const sequences = manifest.sequences.filter(({ name }) => name !== "outbox_seq");
  return { tables: manifest.tables, sequences };
}

test(
  "a backup that is killed leaves no file that could be taken for one",
  async () => {
    const whole = await runFor(undefined, source.connection, "backup", "whole.tar");
    expect(whole.code).toBe(0);
    for (const [number, ms] of momentsIn(whole.tookMs).entries()) {
      const name = `killed-${number}.tar`;
      const { code } = await runFor(ms, source.connection, "backup", name);
      const isThere = existsSync(join(folder.path, name));
      if (code === 0) expect(isThere).toBe(true);
      if (isThere) expect(await tripod("backup", "--verify", join(folder.path, name))).toMatchObject({ code: 0 });
      const left = (await readdir(folder.path)).filter((each) => each.startsWith(name) && each !== name);
      expect(left.filter((each) => !each.endsWith(".part"))).toEqual([]);
      for (const each of [name, ...left]) await rm(join(folder.path, each), { force: true });
    }
  },
  KILLS * 120_000 + 300_000,
);

test(
  "a restore that is killed leaves an installation that no process uses, and the next restore makes it whole",
  async () => {
    const backup = join(folder.path, "for-restores.tar");
    expect((await runFor(undefined, source.connection, "backup", backup)).code).toBe(0);
    const wanted = await contentsOf(source.connection);
    const restore = ["restore", backup, "--nothing-lost"];
    const first = await testDatabase({ rooms: [] });
    const whole = await runFor(undefined, first.connection, ...restore);
    expect(whole.code).toBe(0);
    expect(await contentsOf(first.connection)).toEqual(wanted);

    let target = await testDatabase({ rooms: [] });
    for (const ms of momentsIn(whole.tookMs)) {
      await runFor(ms, target.connection, ...restore);
      if ((await stateOf(target)) !== "finished") continue;
      expect(await contentsOf(target.connection)).toEqual(wanted);
      target = await testDatabase({ rooms: [] });
    }
    if ((await stateOf(target)) === "finished") return;
    if ((await stateOf(target)) === "unfinished") {
      expect((await runFor(undefined, target.connection, "migrate")).code).toBe(1);
    }
    expect((await runFor(undefined, target.connection, ...restore)).code).toBe(0);
    expect(await contentsOf(target.connection)).toEqual(wanted);
  },
  KILLS * 120_000 + 300_000,
);

/** What a process would find there. */
async function stateOf({ db }: TestDatabase): Promise<"empty" | "unfinished" | "finished"> {
  const [row] = await db.query<{ has_tables: boolean; is_marked: boolean }>({
    name: "test.stateOfRestore",
    text: `select exists (select from pg_namespace where nspname = 'kit') as has_tables,
      to_regclass('kit.unfinished_restore') is not null as is_marked`,
  });
  if (row?.has_tables !== true) return "empty";
  return row.is_marked ? "unfinished" : "finished";
}
