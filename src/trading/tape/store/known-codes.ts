/** What history there is of which code: read from the folders once, and again now and then, for others write there too. */
import { join } from "node:path";
import { DAY_MS, dayStart } from "../core/days.ts";
import { uncovered } from "../core/file-names.ts";
import { TAPE_KINDS, type TapeKind } from "../core/kinds.ts";
import { exchangeOf } from "../core/service-code.ts";
import type { Engine } from "./duckdb.ts";
import { filesIn, namesIn, type Folders } from "./folders.ts";
import { PATHS, pathList, retried } from "./read-columns.ts";

/** The first and last time of each kind that is recorded of a code, in milliseconds. */
export interface Known {
  readonly code: string;
  readonly kinds: Readonly<Partial<Record<TapeKind, { readonly firstMs: number; readonly lastMs: number }>>>;
}

/** Sorted by code. */
export async function knownCodes(engine: Engine, folders: Folders): Promise<Known[]> {
  const known = new Map<string, Map<TapeKind, { firstMs: number; lastMs: number }>>();
  const widen = (code: string, kind: TapeKind, firstMs: number, lastMs: number): void => {
    if (exchangeOf(code) === undefined) return;
    const kinds = known.get(code) ?? new Map<TapeKind, { firstMs: number; lastMs: number }>();
    known.set(code, kinds);
    const before = kinds.get(kind);
    kinds.set(kind, {
      firstMs: Math.min(firstMs, before?.firstMs ?? firstMs),
      lastMs: Math.max(lastMs, before?.lastMs ?? lastMs),
    });
  };
  for (const kind of TAPE_KINDS) {
    for (const exchange of await namesIn(join(folders.root, kind), "exchange=")) {
      for (const code of await namesIn(join(folders.root, kind, `exchange=${exchange}`), "code=")) {
        if (exchangeOf(code) !== exchange) continue;
        for (const { firstMs, lastMs } of await edges(folders, kind, code)) widen(code, kind, firstMs, lastMs);
      }
    }
    for (const { exchange, day } of await folders.pendingDays(kind)) {
      for (const { code, firstMs, lastMs } of await pendingCodes(engine, folders.pendingDay(kind, exchange, day))) {
        widen(code, kind, firstMs, lastMs);
      }
    }
  }
  return [...known]
    .map(([code, kinds]) => ({ code, kinds: Object.fromEntries(kinds) }))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1));
}

/** The names of the files of the first and last day say it, without any being opened. */
async function edges(folders: Folders, kind: TapeKind, code: string): Promise<{ firstMs: number; lastMs: number }[]> {
  const days = await namesIn(folders.settledOf(kind, code), "day=");
  const found: { firstMs: number; lastMs: number }[] = [];
  for (const day of new Set([days[0], days.at(-1)])) {
    const startMs = dayStart(day ?? "");
    if (day === undefined || startMs === undefined) continue;
    for (const { firstMs, lastMs } of await filesIn(folders.settledDay(kind, code, day))) {
      found.push({ firstMs: Math.max(firstMs, startMs), lastMs: Math.min(lastMs, startMs + DAY_MS - 1) });
    }
  }
  return found;
}

async function pendingCodes(
  engine: Engine,
  folder: string,
): Promise<{ readonly code: string; readonly firstMs: number; readonly lastMs: number }[]> {
  return retried(async () => {
    const files = uncovered(await filesIn(folder));
    if (files.length === 0) return [];
    const rows = await engine.read(async (connection) => {
      const result = await connection.run(
        "select code, min(ms), max(ms) from read_parquet($files, hive_partitioning = false) group by code",
        { files: pathList(files) },
        { files: PATHS },
      );
      return result.getRows();
    });
    return rows.map(([code, firstMs, lastMs]) => ({
      code: String(code),
      firstMs: Number(firstMs),
      lastMs: Number(lastMs),
    }));
  });
}
