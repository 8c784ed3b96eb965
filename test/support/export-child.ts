/**
 * A program that makes exports, for tests that kill it. Its source of rows comes to a stop after some of them, so that it is
 * killed in the middle of a file. Writes one JSON line, `stopped`, when it is there.
 */
import { jobRunner } from "../../src/kit/jobs/job-runner.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import type { Connection } from "../../src/kit/sql/connection.ts";
import { openDatabase } from "../../src/kit/sql/pool.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { makeExport } from "../../src/trading/exports/jobs/make-export.ts";
import { exportStore } from "../../src/trading/exports/sql/export-store.ts";
import { exportUser, numberedRows } from "./numbered-rows.ts";

const [connectionText = "", stopAfter = ""] = process.argv.slice(2);
const connection = JSON.parse(connectionText) as Connection;
const db = openDatabase({ connection, applicationName: `child ${process.pid}` });
const clock = systemClock();
const stop = async (): Promise<void> => {
  process.stdout.write(`${JSON.stringify({ event: "stopped" })}\n`);
  await new Promise(() => undefined);
};
const exportRows = numberedRows(Number(stopAfter), stop);

await jobRunner({
  connection,
  jobs: [{ job: makeExport, deps: { exportStore: exportStore(db), exportRows, exportUser, clock } }],
  log: silentLog(),
}).start();
