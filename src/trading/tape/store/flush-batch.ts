/** Writes a batch to files: one for each kind, exchange and day that it holds, its rows sorted by code and time. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { dayOf } from "../core/days.ts";
import { fileName } from "../core/file-names.ts";
import { LAYOUTS, TAPE_KINDS, type TapeKind } from "../core/kinds.ts";
import type { Batch } from "./batch.ts";
import { appendRows } from "./columns.ts";
import type { Folders } from "./folders.ts";
import { PARQUET } from "./parquet.ts";
import { publish, syncFile, temporaryFile } from "./publish.ts";
import type { RowBuffer } from "./row-buffer.ts";

/** By the index of a listing. */
export type Codes = readonly { readonly exchange: string; readonly code: string }[];

/** A kind's buffer as a table, and the columns of a file made of it. */
const STAGES: Readonly<Record<TapeKind, { readonly table: string; readonly select: string }>> = {
  tops: {
    table: "listing integer, ms double, bid double, bid_quantity double, ask double, ask_quantity double",
    select: "cast(ms as bigint) as ms, bid, bid_quantity, ask, ask_quantity",
  },
  trades: {
    table: "listing integer, ms double, n double, price double, quantity double, is_buy double, id varchar",
    select:
      "cast(ms as bigint) as ms, cast(n as bigint) as n, id, price, quantity, if(is_buy = 1, 'buy', 'sell') as side",
  },
  candles: {
    table: "listing integer, ms double, open double, high double, low double, close double, volume double",
    select: "cast(ms as bigint) as ms, open, high, low, close, volume",
  },
};

interface Draft {
  readonly temporary: string;
  readonly final: string;
}

/**
 * All files are written and forced to the disk before the first is put in place. When it fails, it can be done again
 * with the same batch: what is in place already is then replaced by the same.
 */
export async function flushBatch(
  connection: DuckDBConnection,
  folders: Folders,
  batch: Batch,
  codes: Codes,
): Promise<void> {
  const drafts: Draft[] = [];
  try {
    for (const kind of TAPE_KINDS) {
      if (batch[kind].count > 0) await draftKind(connection, folders, { kind, batch, codes, drafts });
    }
    for (const { temporary, final } of drafts) await publish(temporary, final);
  } catch (error) {
    await Promise.all(drafts.map(({ temporary }) => rm(temporary, { force: true })));
    throw error;
  }
}

interface KindToDraft {
  readonly kind: TapeKind;
  readonly batch: Batch;
  readonly codes: Codes;
  readonly drafts: Draft[];
}

async function draftKind(
  connection: DuckDBConnection,
  folders: Folders,
  { kind, batch, codes, drafts }: KindToDraft,
): Promise<void> {
  const stage = `stage_${kind}`;
  await connection.run(`create or replace temp table ${stage} (${STAGES[kind].table})`);
  await connection.run("create or replace temp table stage_codes (listing integer, exchange varchar, code varchar)");
  try {
    await appendRows(connection, stage, rowsOf(batch[kind], kind === "trades"));
    await appendCodes(connection, batch[kind], codes);
    for (const part of await partsOf(connection, stage)) {
      const folder = folders.pendingDay(kind, part.exchange, part.day);
      const temporary = await temporaryFile(folders.root);
      drafts.push({
        temporary,
        final: join(folder, fileName({ stage: "p0", from: batch.seq, to: batch.seq, ...part })),
      });
      await connection.run(
        `copy (select code, ${STAGES[kind].select} from ${stage} join stage_codes using (listing)
               where exchange = $1 and ms between $2 and $3 order by code, ${LAYOUTS[kind].order})
         to $4 ${PARQUET}`,
        [part.exchange, part.firstMs, part.lastMs, temporary],
      );
      await syncFile(temporary);
    }
  } finally {
    await connection.run(`drop table if exists ${stage}`);
  }
}

function rowsOf(buffer: RowBuffer, hasText: boolean) {
  const { count, listing, ms, values, text } = buffer;
  return { count, listing, numbers: [ms, ...values], text: hasText ? text : undefined };
}

async function appendCodes(connection: DuckDBConnection, buffer: RowBuffer, codes: Codes): Promise<void> {
  const appender = await connection.createAppender("stage_codes");
  try {
    for (const index of new Set(buffer.listing.subarray(0, buffer.count))) {
      const of = codes[index];
      if (!of) continue;
      appender.appendInteger(index);
      appender.appendVarchar(of.exchange);
      appender.appendVarchar(of.code);
      appender.endRow();
    }
    appender.flushSync();
  } finally {
    appender.closeSync();
  }
}

interface Part {
  readonly exchange: string;
  readonly day: string;
  readonly firstMs: number;
  readonly lastMs: number;
}

async function partsOf(connection: DuckDBConnection, stage: string): Promise<Part[]> {
  const result = await connection.run(
    `select exchange, min(ms), max(ms) from ${stage} join stage_codes using (listing)
     group by exchange, floor(ms / ${DAY_MS}) order by exchange, min(ms)`,
  );
  const rows = await result.getRows();
  return rows.map(([exchange, firstMs, lastMs]) => ({
    exchange: String(exchange),
    day: dayOf(Number(firstMs)),
    firstMs: Number(firstMs),
    lastMs: Number(lastMs),
  }));
}
