/** Makes the file of an export: rows from their source, through a writer, into chunks. */
import { createHash } from "node:crypto";
import type { JobContext } from "../../kit/jobs/job.ts";
import type { ClockDeps } from "../platform-deps.ts";
import type { ExportRecord, ExportSystem } from "./core/export-record.ts";
import { showsAccountTo } from "./core/file-rights.ts";
import type { Cell } from "./core/workbook.ts";
import { csvFile } from "./csv-file.ts";
import type { ExportDeps } from "./deps.ts";
import type { ExportRows, ExportUser } from "./rows.ts";
import { xlsFile } from "./xls-file.ts";

/** The dependencies of the job. */
export interface MakeExportDeps extends ExportDeps, ClockDeps {
  readonly exportRows: ExportRows;
  /** Undefined for a user that is switched off or closed. */
  readonly exportUser: (uid: number) => Promise<ExportUser | undefined>;
}

const CHUNK_BYTES = 524_288;

/** No row limit of a plan comes near; a source that goes wild does. */
const MAX_BYTES = 268_435_456;

/** How many rows pass between two looks at whether the export is still wanted. */
const PROGRESS_ROWS = 2_000;

const SHEET_NAMES: Readonly<Record<ExportSystem, string>> = {
  strategy_transactions: "Transactions",
  all_strategies: "Strategies",
  news: "News",
};

/** Another try has begun, or the file is no longer wanted: this one stops without an error. */
class Superseded extends Error {
  override readonly name = "Superseded";
}

/** Makes the export from its start, whatever an earlier try has left. The last try that fails says so to who asked. */
export async function makeExportFile(deps: MakeExportDeps, exportId: number, context: JobContext): Promise<void> {
  const record = await deps.exportStore.begin(exportId, deps.clock.now());
  if (!record) return;
  try {
    await writeFile(deps, record, context.signal);
  } catch (error) {
    if (error instanceof Superseded) return;
    if (context.attempt >= context.maxAttempts) await deps.exportStore.fail(record);
    throw error;
  }
}

async function writeFile(deps: MakeExportDeps, record: ExportRecord, signal: AbortSignal): Promise<void> {
  const { exportStore, exportRows } = deps;
  const { system, type, uid, symbol, rowLimit: limit } = record;
  const user = await deps.exportUser(uid);
  // A file without rows would say that there are none, once the user is enabled again.
  if (!user) {
    await exportStore.fail(record);
    return;
  }
  const ask = { user, symbol, limit };
  let rows = 0;

  async function* counted(): AsyncIterable<readonly Cell[]> {
    for await (const row of exportRows.rows(system, ask)) {
      if (rows === limit) return;
      yield row;
      rows++;
      if (rows % PROGRESS_ROWS !== 0) continue;
      signal.throwIfAborted();
      must(await exportStore.setRowsDone(record, rows));
    }
  }

  const columns = exportRows.columns(system);
  const file = type === ".csv" ? csvFile(columns, counted()) : xlsFile(SHEET_NAMES[system], columns, counted());
  const hash = createHash("sha256");
  let sizeBytes = 0;
  let position = 0;
  for await (const chunk of inChunks(file)) {
    signal.throwIfAborted();
    hash.update(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_BYTES) throw new Error(`the file of export ${record.id} is larger than ${MAX_BYTES} bytes`);
    must(await exportStore.addChunk(record, position++, chunk));
  }
  const showsAccount = showsAccountTo(user, system);
  must(await exportStore.complete(record, { rows, sizeBytes, sha256: hash.digest("hex"), showsAccount }));
}

function must(isStillOurs: boolean): void {
  if (!isStillOurs) throw new Superseded("another try to make the export has begun");
}

/** The same bytes in pieces of one size, the last one smaller. */
async function* inChunks(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  for await (const piece of source) {
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + CHUNK_BYTES - pendingBytes);
      pending.push(part);
      pendingBytes += part.length;
      at += part.length;
      if (pendingBytes < CHUNK_BYTES) continue;
      yield Buffer.concat(pending);
      [pending, pendingBytes] = [[], 0];
    }
  }
  if (pendingBytes > 0) yield Buffer.concat(pending);
}
