/** An export whose process is killed. */
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { bundleScript } from "../../../test/support/bundle.ts";
import { ScriptProcess } from "../../../test/support/child-process.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { addUser } from "../../../test/support/ledger-users.ts";
import { exportUser, numberedRows } from "../../../test/support/numbered-rows.ts";
import { jobRunner, migrateJobs } from "../../kit/jobs/job-runner.ts";
import { silentLog } from "../../kit/log/log.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import type { ExportRecord } from "./core/export-record.ts";
import { makeExport } from "./jobs/make-export.ts";
import { exportStore } from "./sql/export-store.ts";

const ROWS = 20_000;
const { db, connection } = await testDatabase({ rooms: ["kit", "trading"] });
await migrateJobs(connection);
const store = exportStore(db);
const clock = systemClock();
const script = await bundleScript(fileURLToPath(new URL("../../../test/support/export-child.ts", import.meta.url)));

async function ask(type: ExportRecord["type"]): Promise<ExportRecord> {
  const uid = await addUser(db, {});
  const at = clock.now();
  const system = "all_strategies" as const;
  const of = { uid, ownerUid: uid, system, type, symbol: "binance-btcusdt", rowLimit: ROWS };
  const record = await store.request({ ...of, at, expiresAt: plusMillis(at, 3_600_000) });
  if (!record) throw new Error("the request is taken");
  return record;
}

async function reread({ uid, id }: ExportRecord): Promise<ExportRecord> {
  const record = await store.find(uid, id);
  if (!record) throw new Error("the export is there");
  return record;
}

async function chunksOf({ id }: ExportRecord): Promise<{ run: number; chunks: number }[]> {
  return db.query({
    name: "test.chunks",
    text: "select run, count(*) as chunks from trading.export_chunks where export_id = $1 group by run order by run",
    values: [id],
  });
}

async function fileOf(record: ExportRecord): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of store.readFile(record)) parts.push(part);
  return Buffer.concat(parts);
}

/** Works on the queue until the export is complete, as another process that goes on would. */
async function goOn(record: ExportRecord): Promise<ExportRecord> {
  const runner = jobRunner({
    connection,
    jobs: [{ job: makeExport, deps: { exportStore: store, exportRows: numberedRows(), exportUser, clock } }],
    log: silentLog(),
    abandonedCheckMs: 200,
    pollMs: 100,
  });
  await runner.start();
  try {
    await expect.poll(async () => (await reread(record)).state).toBe("completed");
  } finally {
    await runner.stop();
  }
  return reread(record);
}

test.each([
  [".csv", 1],
  [".csv", 9_999],
  [".csv", ROWS - 1],
  [".xls", 15_000],
] as const)(
  "kill -9 of a process that has written %s up to row %i leaves nothing to be fetched, and another makes the whole file",
  async (type, stopAfter) => {
    const record = await ask(type);
    const child = new ScriptProcess(script, [JSON.stringify(connection), String(stopAfter)]);
    try {
      await child.heard("stopped");
      // Its finished work for the database is there: more than half a mebibyte of rows is a chunk.
      if (type === ".csv" && stopAfter > 9_000) {
        await expect.poll(async () => (await chunksOf(record))[0]?.chunks ?? 0).toBeGreaterThan(0);
      }
    } finally {
      await child.kill();
    }
    expect(await reread(record)).toMatchObject({ state: "running", run: 1, file: null });

    const made = await goOn(record);
    const file = await fileOf(made);
    expect(made).toMatchObject({ run: 2, rowsDone: ROWS });
    expect(made.file).toEqual({
      sizeBytes: file.length,
      sha256: createHash("sha256").update(file).digest("hex"),
      showsAccount: true,
    });
    expect((await chunksOf(record)).map(({ run }) => run)).toEqual([2]);
    if (type !== ".csv") return;
    const numbers = file.toString().trimEnd().split("\r\n").slice(1);
    expect(numbers.map((line) => Number(line.split(",")[0]))).toEqual(Array.from({ length: ROWS }, (_, row) => row));
  },
);
