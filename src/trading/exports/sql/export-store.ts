/** Exports on PostgreSQL, their files in chunks beside them. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { Page } from "../../page.ts";
import type { ExportRecord } from "../core/export-record.ts";
import { makeExport } from "../jobs/make-export.ts";
import type { ExportRun, ExportStore } from "../store.ts";
import { EXPORT_COLUMNS, exportOf, type ExportRow } from "./export-row.ts";
import { addChunk, beginRun, completeRun, failAbandoned, failRun, setRowsDone } from "./make-export.ts";
import { requestExport } from "./request-export.ts";

/** Files are removed this many at a time, because each may have hundreds of chunks. */
const PURGE_BATCH = 20;
const FORGET_BATCH = 1_000;

export function exportStore(db: Database): ExportStore {
  return {
    request: (request) => db.transaction((tx) => requestExport(tx, request)),
    find: (uid, id) => findExport(db, uid, id),
    list: (uid, page) => listExports(db, uid, page),
    readFile: (run) => readFile(db, run),
    begin: (id, at) => db.transaction((tx) => beginRun(tx, id, at)),
    addChunk: (run, position, content) => addChunk(db, run, position, content),
    setRowsDone: (run, rowsDone) => setRowsDone(db, run, rowsDone),
    complete: (run, file) => completeRun(db, run, file),
    fail: (run) => failRun(db, run),
    failAbandoned: () => failAbandoned(db, makeExport),
    purgeExpired: (at) => purgeExpired(db, at),
    forgetPurged: (before) => forgetPurged(db, before),
  };
}

/** One of the user's own. */
async function findExport(db: Queryable, uid: number, id: number): Promise<ExportRecord | undefined> {
  const [row] = await db.query<ExportRow>({
    name: "trading.findExport",
    text: `select ${EXPORT_COLUMNS} from trading.exports where id = $1 and uid = $2`,
    values: [id, uid],
  });
  return row && exportOf(row);
}

/** A page of the user's own, with how many there are in all. */
async function listExports(db: Queryable, uid: number, page: Page) {
  const [counted] = await db.query<{ count: number }>({
    name: "trading.countExports",
    text: "select count(*) as count from trading.exports where uid = $1",
    values: [uid],
  });
  const rows = await db.query<ExportRow>({
    name: "trading.listExports",
    text: `select ${EXPORT_COLUMNS} from trading.exports where uid = $1 order by id desc limit $2 offset $3`,
    values: [uid, page.limit, page.offset],
  });
  return { exports: rows.map(exportOf), total: counted?.count ?? 0 };
}

/** Chunk by chunk, each with a query of its own: a slow reader holds no connection. */
async function* readFile(db: Queryable, { id, run }: ExportRun): AsyncIterable<Buffer> {
  const chunks = await countChunks(db, { id, run });
  for (let position = 0; position < chunks; position++) {
    const content = await readChunk(db, { id, run }, position);
    if (!content) throw new Error(`the file of export ${id} was removed while it was read`);
    yield content;
  }
}

/** How many chunks there are; positions have no gaps. */
async function countChunks(db: Queryable, { id, run }: ExportRun): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: "trading.countExportChunks",
    text: "select count(*) as count from trading.export_chunks where export_id = $1 and run = $2",
    values: [id, run],
  });
  return row?.count ?? 0;
}

/** One chunk of a file. */
async function readChunk(db: Queryable, { id, run }: ExportRun, position: number): Promise<Buffer | undefined> {
  const [row] = await db.query<{ content: Buffer }>({
    name: "trading.readExportChunk",
    text: "select content from trading.export_chunks where export_id = $1 and run = $2 and position = $3",
    values: [id, run, position],
  });
  return row?.content;
}

/** Removes the files of some expired exports. */
async function purgeExpired(db: Queryable, now: Instant): Promise<number> {
  const rows = await db.query<{ id: number }>({
    name: "trading.purgeExports",
    text: `with expired as (
        update trading.exports set purged_at = $1 where id in (
          select id from trading.exports where expires_at <= $1 and purged_at is null
          order by expires_at limit ${PURGE_BATCH} for update skip locked)
        returning id
      ), gone as (
        delete from trading.export_chunks where export_id in (select id from expired)
      )
      select id from expired`,
    values: [timestamp(now)],
  });
  return rows.length;
}

/** Forgets some exports whose files are long gone. */
async function forgetPurged(db: Queryable, before: Instant): Promise<number> {
  return db.execute({
    name: "trading.forgetExports",
    text: `delete from trading.exports where id in (
        select id from trading.exports where purged_at < $1 limit ${FORGET_BATCH})`,
    values: [timestamp(before)],
  });
}
