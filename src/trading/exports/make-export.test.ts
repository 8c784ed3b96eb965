import { createHash } from "node:crypto";
import { read, utils } from "@e965/xlsx";
import { beforeAll, describe, expect, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { exportUser } from "../../../test/support/numbered-rows.ts";
import { runJobTwice } from "../../../test/support/run-job-twice.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { addUser } from "../../../test/support/ledger-users.ts";
import { migrateJobs } from "../../kit/jobs/job-runner.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import { HOUR_MS, DAY_MS } from "../../kit/time/spans.ts";
import type { ExportRecord } from "./core/export-record.ts";
import type { Cell } from "./core/workbook.ts";
import { makeExport } from "./jobs/make-export.ts";
import { purgeExports } from "./jobs/purge-exports.ts";
import type { MakeExportDeps } from "./make-export.ts";
import type { ExportRows } from "./rows.ts";
import { exportStore } from "./sql/export-store.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "trading"] });
const clock = manualClock();
const store = exportStore(db);

const someFile = { rows: 1, sizeBytes: 1, sha256: sha256(Buffer.from("x")), showsAccount: true };

beforeAll(() => migrateJobs(connection));

describe("making an export", () => {
  test("leaves the same whole file when it is done twice", async () => {
    const record = await ask({ type: ".csv", rowLimit: 100 });
    await runJobTwice(makeExport, depsWith(source(250)), { exportId: record.id });
    const made = await reread(record);
    expect(made).toMatchObject({ state: "completed", rowsDone: 100 });
    const file = await fileOf(made);
    expect(file.toString().split("\r\n")).toHaveLength(102);
    expect(file.toString().startsWith("id,pair,amount\r\n0,pair 0,0.00200000\r\n")).toBe(true);
    expect(made.file).toEqual({ sizeBytes: file.length, sha256: sha256(file), showsAccount: true });
  });

  test("of a user who is switched off fails: a file without rows would say that there are none", async () => {
    const record = await ask({ type: ".csv", rowLimit: 10 });
    const deps = { ...depsWith(source(5)), exportUser: async () => undefined };
    await runJobTwice(makeExport, deps, { exportId: record.id });
    expect(await reread(record)).toMatchObject({ state: "failed", rowsDone: 0, file: null });
  });

  test("that is asked to be a workbook makes one", async () => {
    const record = await ask({ type: ".xls", rowLimit: 50, system: "all_strategies" });
    await runJobTwice(makeExport, depsWith(source(20)), { exportId: record.id });
    const book = read(await fileOf(await reread(record)), { type: "buffer" });
    expect(book.SheetNames).toEqual(["Strategies"]);
    expect(utils.sheet_to_json(book.Sheets["Strategies"] ?? {}, { header: 1 })).toHaveLength(21);
  });

  test.each([".csv", ".xls"] as const)("keeps all of 50,000 rows as %s, in several chunks", async (type) => {
    const record = await ask({ type, rowLimit: 50_000 });
    await makeExport.run(depsWith(source(50_000)), { exportId: record.id }, firstTry());
    const made = await reread(record);
    const file = await fileOf(made);
    expect(made).toMatchObject({ state: "completed", rowsDone: 50_000 });
    expect(made.file).toEqual({ sizeBytes: file.length, sha256: sha256(file), showsAccount: true });
    const [chunks] = await db.query<{ count: number }>({
      name: "test.countChunks",
      text: "select count(*) as count from trading.export_chunks where export_id = $1",
      values: [record.id],
    });
    expect(chunks?.count).toBe(Math.ceil(file.length / 524_288));
    expect(chunks?.count).toBeGreaterThan(1);
  });

  test("that another process takes over is done from the start, and the first writes nothing any more", async () => {
    const record = await ask({ type: ".csv", rowLimit: 40_000 });
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const first = makeExport.run(depsWith(source(40_000, 30_000, gate)), { exportId: record.id }, firstTry());
    await expect.poll(async () => (await reread(record)).rowsDone).toBe(30_000);
    expect(await reread(record)).toMatchObject({ state: "running", file: null });

    await makeExport.run(depsWith(source(40_000)), { exportId: record.id }, firstTry());
    const made = await reread(record);
    const file = await fileOf(made);
    open();
    await first;
    expect(await reread(record)).toEqual(made);
    expect(await fileOf(made)).toEqual(file);
    expect(file.toString().split("\r\n")).toHaveLength(40_002);
    expect(made.file?.sha256).toBe(sha256(file));
    expect(await chunksOf(record)).toEqual([made.run]);
  });

  test("that a killed process left half done is done from the start", async () => {
    const record = await ask({ type: ".csv", rowLimit: 10 });
    const dead = await store.begin(record.id, clock.now());
    if (!dead) throw new Error("the export begins");
    await store.addChunk(dead, 0, Buffer.from("half a file"));
    await store.addChunk(dead, 1, Buffer.from(" of the dead"));
    await makeExport.run(depsWith(source(10)), { exportId: record.id }, firstTry());
    const file = await fileOf(await reread(record));
    expect(file.toString().split("\r\n")).toHaveLength(12);
    expect(file.toString()).not.toContain("dead");
    expect(await store.addChunk(dead, 2, Buffer.from("late"))).toBe(false);
    expect(await store.complete(dead, someFile)).toBe(false);
    expect(await store.fail(dead)).toBe(false);
  });

  test("that fails is tried again, and after the last try is over", async () => {
    const record = await ask({ type: ".csv", rowLimit: 10_000 });
    const run = (attempt: number) =>
      makeExport.run(depsWith(brokenAfter(3_000)), { exportId: record.id }, { ...firstTry(), attempt });
    await expect(run(1)).rejects.toThrow("the source broke");
    expect(await reread(record)).toMatchObject({ state: "running" });
    await expect(run(5)).rejects.toThrow("the source broke");
    expect(await reread(record)).toMatchObject({ state: "failed", file: null });
    expect(await chunksOf(record)).toEqual([]);
  });

  test("that is not tried any more has failed, also one of which no try has begun", async () => {
    const ended = await ask({ type: ".csv", rowLimit: 10 });
    for (let run = 1; run <= 5; run++) await store.begin(ended.id, clock.now());
    await store.addChunk({ id: ended.id, run: 5 }, 0, Buffer.from("half a file"));
    const neverBegun = await ask({ type: ".csv", rowLimit: 10 });
    const lastRuns = await ask({ type: ".csv", rowLimit: 10 });
    const waits = await ask({ type: ".csv", rowLimit: 10 });
    for (const { id } of [lastRuns, waits]) await store.begin(id, clock.now());
    await setJob(ended, { attempts: 5 });
    await setJob(neverBegun, { attempts: 5 });
    await setJob(lastRuns, { attempts: 5, isLocked: true });
    await setJob(waits, { attempts: 4 });
    await runJobTwice(purgeExports, depsWith(source(0)), {});
    expect(await reread(ended)).toMatchObject({ state: "failed", file: null });
    expect(await chunksOf(ended)).toEqual([]);
    expect(await reread(neverBegun)).toMatchObject({ state: "failed", run: 0 });
    expect(await reread(lastRuns)).toMatchObject({ state: "running" });
    expect(await reread(waits)).toMatchObject({ state: "running" });
    // The try that ran to its end after all writes nothing more once its job is gone.
    await setJob(lastRuns, { attempts: 5 });
    await runJobTwice(purgeExports, depsWith(source(0)), {});
    expect(await store.complete({ id: lastRuns.id, run: 1 }, someFile)).toBe(false);
  });

  test("stops between rows when its time is over", async () => {
    const record = await ask({ type: ".csv", rowLimit: 100_000 });
    const context = { ...firstTry(), signal: AbortSignal.abort(new Error("time is over")) };
    await expect(makeExport.run(depsWith(source(100_000)), { exportId: record.id }, context)).rejects.toThrow(
      "time is over",
    );
    expect(await reread(record)).toMatchObject({ state: "running" });
  });

  test("of an export that has expired or is not there does nothing", async () => {
    const record = await ask({ type: ".csv", rowLimit: 10, keptMs: 1_000 });
    await clock.advance(1_000);
    await makeExport.run(depsWith(source(10)), { exportId: record.id }, firstTry());
    await makeExport.run(depsWith(source(10)), { exportId: 999_999 }, firstTry());
    expect(await reread(record)).toMatchObject({ state: "queued", run: 0 });
  });
});

describe("the purge", () => {
  test("removes files of expired exports alone, and forgets them a month later", async () => {
    const kept = await ask({ type: ".csv", rowLimit: 10, keptMs: 50 * DAY_MS });
    const expiring = await ask({ type: ".csv", rowLimit: 10, keptMs: HOUR_MS });
    for (const { id } of [kept, expiring]) await makeExport.run(depsWith(source(10)), { exportId: id }, firstTry());

    await clock.advance(HOUR_MS - 1);
    await runJobTwice(purgeExports, depsWith(source(0)), {});
    expect(await chunksOf(expiring)).toEqual([1]);
    await clock.advance(1);
    await runJobTwice(purgeExports, depsWith(source(0)), {});
    expect(await chunksOf(expiring)).toEqual([]);
    expect(await store.find(expiring.uid, expiring.id)).toBeDefined();
    await expect(fileOf(kept)).resolves.toBeDefined();

    await clock.advance(30 * DAY_MS + 1);
    await runJobTwice(purgeExports, depsWith(source(0)), {});
    expect(await store.find(expiring.uid, expiring.id)).toBeUndefined();
    expect(await chunksOf(kept)).toEqual([1]);
  });
});

function firstTry() {
  return { attempt: 1, maxAttempts: 5, signal: new AbortController().signal };
}

function depsWith(exportRows: ExportRows): MakeExportDeps {
  return { exportStore: store, exportRows, exportUser, clock };
}

/** This many rows; after some of them it waits. */
function source(count: number, pauseAfter?: number, pause?: Promise<void>): ExportRows {
  return {
    columns: () => ["id", "pair", "amount"],
    async *rows(): AsyncIterable<readonly Cell[]> {
      for (let row = 0; row < count; row++) {
        if (row === pauseAfter) await pause;
        yield [row, `pair ${row % 50}`, "0.00200000"];
      }
    },
  };
}

function brokenAfter(count: number): ExportRows {
  return {
    columns: () => ["id"],
    async *rows() {
      for (let row = 0; row < count; row++) yield [row];
      throw new Error("the source broke");
    },
  };
}

interface Ask extends Pick<ExportRecord, "type" | "rowLimit"> {
  readonly system?: ExportRecord["system"];
  readonly keptMs?: number;
}

/** A request of a new user. */
async function ask({ type, rowLimit, system = "strategy_transactions", keptMs = HOUR_MS }: Ask): Promise<ExportRecord> {
  const uid = await addUser(db, {});
  const at = clock.now();
  const expiresAt = plusMillis(at, keptMs);
  const record = await store.request({
    uid,
    ownerUid: uid,
    system,
    type,
    symbol: "binance-btcusdt",
    rowLimit,
    at,
    expiresAt,
  });
  if (!record) throw new Error("the request is taken");
  return record;
}

async function reread({ uid, id }: ExportRecord): Promise<ExportRecord> {
  const record = await store.find(uid, id);
  if (!record) throw new Error("the export is there");
  return record;
}

async function fileOf(record: ExportRecord): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of store.readFile(record)) parts.push(part);
  return Buffer.concat(parts);
}

/** What the queue knows of an export's job: how often it was tried, and whether it is being tried. */
async function setJob({ id }: ExportRecord, { attempts, isLocked = false }: { attempts: number; isLocked?: boolean }) {
  const changed = await db.execute({
    name: "test.setExportJob",
    text: `update graphile_worker._private_jobs j set attempts = $2, locked_at = case when $3 then now() end
      from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'trading.makeExport'
        and j.payload->>'exportId' = $1`,
    values: [String(id), attempts, isLocked],
  });
  expect(changed).toBe(1);
}

/** The runs of which there are chunks. */
async function chunksOf({ id }: ExportRecord): Promise<number[]> {
  const rows = await db.query<{ run: number }>({
    name: "test.runsOfChunks",
    text: "select distinct run from trading.export_chunks where export_id = $1 order by run",
    values: [id],
  });
  return rows.map(({ run }) => run);
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
