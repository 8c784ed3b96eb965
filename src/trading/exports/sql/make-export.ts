/** The writes of one try to make an export; it writes nothing once another try has begun. */
import type { AnyJob } from "../../../kit/jobs/job.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import type { ExportRecord } from "../core/export-record.ts";
import type { CompleteFile, ExportRun } from "../store.ts";
import { EXPORT_COLUMNS, exportOf, type ExportRow } from "./export-row.ts";

/** Each may have hundreds of chunks. */
const ABANDONED_BATCH = 20;

/** Begins a new run: from now on no earlier one writes, and what it wrote is removed. */
export async function beginRun(tx: Transaction, id: number, now: Instant): Promise<ExportRecord | undefined> {
  const [row] = await tx.query<ExportRow>({
    name: "trading.beginExport",
    text: `update trading.exports set state = 'running', run = run + 1, rows_done = 0
      where id = $1 and state in ('queued', 'running') and expires_at > $2 returning ${EXPORT_COLUMNS}`,
    values: [id, timestamp(now)],
  });
  if (!row) return undefined;
  await tx.execute({
    name: "trading.removeExportChunks",
    text: "delete from trading.export_chunks where export_id = $1",
    values: [id],
  });
  return exportOf(row);
}

/** The next piece of the file. Taking the export's row keeps the next run from beginning in between. */
export async function addChunk(db: Queryable, run: ExportRun, position: number, content: Buffer): Promise<boolean> {
  const added = await db.execute({
    name: "trading.addExportChunk",
    text: `with mine as (
        select id, run from trading.exports
        where id = $1 and run = $2 and state = 'running' and purged_at is null for share
      )
      insert into trading.export_chunks (export_id, run, position, content) select id, run, $3, $4 from mine`,
    values: [run.id, run.run, position, content],
  });
  return added === 1;
}

/** How far it is, for who waits. */
export async function setRowsDone(db: Queryable, { id, run }: ExportRun, rowsDone: number): Promise<boolean> {
  const changed = await db.execute({
    name: "trading.setExportRowsDone",
    text: `update trading.exports set rows_done = $3
      where id = $1 and run = $2 and state = 'running' and purged_at is null`,
    values: [id, run, rowsDone],
  });
  return changed === 1;
}

/** Makes the chunks of this run the file: they cannot be read before. */
export async function completeRun(
  db: Queryable,
  { id, run }: ExportRun,
  { rows, sizeBytes, sha256, showsAccount }: CompleteFile,
): Promise<boolean> {
  const changed = await db.execute({
    name: "trading.completeExport",
    text: `update trading.exports set state = 'completed', rows_done = $3, size_bytes = $4, sha256 = $5,
        shows_account = $6
      where id = $1 and run = $2 and state = 'running' and purged_at is null`,
    values: [id, run, rows, sizeBytes, sha256, showsAccount],
  });
  return changed === 1;
}

/** A try that runs holds its job, which is given back when its process has died. Jobs of earlier releases have no key. */
const HAS_NO_JOB = `not exists (select from graphile_worker.jobs j
  where j.task_identifier = $1 and (j.key is null or j.key = $1 || ' ' || e.id)
    and (j.locked_at is not null or j.attempts < j.max_attempts))`;

/** Gives up those of which nothing is tried any more, though no try has said so: the last one died, or could not begin. */
export async function failAbandoned(db: Queryable, { name }: Pick<AnyJob, "name">): Promise<number> {
  const rows = await db.query<{ id: number }>({
    name: "trading.failAbandonedExports",
    text: `with failed as (
        update trading.exports set state = 'failed' where id in (
          select e.id from trading.exports e
          where e.state in ('queued', 'running') and e.purged_at is null and ${HAS_NO_JOB}
          order by e.id limit ${ABANDONED_BATCH} for update skip locked)
        returning id
      ), gone as (
        delete from trading.export_chunks where export_id in (select id from failed)
      )
      select id from failed`,
    values: [name],
  });
  return rows.length;
}

/** Gives up, and removes what was written. */
export async function failRun(db: Queryable, { id, run }: ExportRun): Promise<boolean> {
  const rows = await db.query<{ id: number }>({
    name: "trading.failExport",
    text: `with failed as (
        update trading.exports set state = 'failed' where id = $1 and run = $2 and state = 'running' returning id
      ), gone as (
        delete from trading.export_chunks where export_id in (select id from failed)
      )
      select id from failed`,
    values: [id, run],
  });
  return rows.length === 1;
}
