/**
 * The recorded history of each code: read from the folders once, and again now and then, for others write there too.
 */
import { join } from "node:path";
import { DAY_MS } from "../../../kit/time/spans.ts";
import { dayOf, dayStart } from "../core/days.ts";
import { uncovered } from "../core/file-names.ts";
import { TAPE_KINDS, type TapeKind } from "../core/kinds.ts";
import { exchangeOf } from "../core/service-code.ts";
import type { Engine } from "./duckdb.ts";
import { filesIn, namesIn, type Folders } from "./folders.ts";
import { PATHS, pathList, retried } from "./read-columns.ts";

/** The times of a first and a last row, in milliseconds. */
export interface KnownTime {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** The records of a code, by kind. Days that follow one another are one time. */
export interface Known {
  readonly code: string;
  readonly kinds: Readonly<Partial<Record<TapeKind, readonly KnownTime[]>>>;
}

/** Sorted by code. */
export async function knownCodes(engine: Engine, folders: Folders): Promise<Known[]> {
  const known = new Map<string, Map<TapeKind, KnownTime[]>>();
  const add = (code: string, kind: TapeKind, times: readonly KnownTime[]): void => {
    if (exchangeOf(code) === undefined) return;
    const kinds = known.get(code) ?? new Map<TapeKind, KnownTime[]>();
    known.set(code, kinds);
    kinds.set(kind, [...(kinds.get(kind) ?? []), ...times]);
  };
  for (const kind of TAPE_KINDS) {
    for (const exchange of await namesIn(join(folders.root, kind), "exchange=")) {
      for (const code of await namesIn(join(folders.root, kind, `exchange=${exchange}`), "code=")) {
        if (exchangeOf(code) !== exchange) continue;
        add(code, kind, await edges(folders, kind, code));
      }
    }
    for (const { exchange, day } of await folders.pendingDays(kind)) {
      for (const { code, ...time } of await pendingCodes(engine, folders.pendingDay(kind, exchange, day))) {
        add(code, kind, [time]);
      }
    }
  }
  return [...known]
    .map(([code, kinds]) => ({
      code,
      kinds: Object.fromEntries([...kinds].map(([kind, times]) => [kind, inARow(times)])),
    }))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1));
}

/**
 * The names of the files of the first and last of days that follow one another say it, without any being opened. The
 * days between are recognised by their names alone.
 */
async function edges(folders: Folders, kind: TapeKind, code: string): Promise<KnownTime[]> {
  const days = await namesIn(folders.settledOf(kind, code), "day=");
  const starts = days.map((day) => dayStart(day)).filter((startMs) => startMs !== undefined);
  const isThere = new Set(starts);
  const found: KnownTime[] = [];
  for (const startMs of starts) {
    const lastMs = startMs + DAY_MS - 1;
    if (isThere.has(startMs - DAY_MS) && isThere.has(startMs + DAY_MS)) {
      found.push({ firstMs: startMs, lastMs });
      continue;
    }
    for (const file of await filesIn(folders.settledDay(kind, code, dayOf(startMs)))) {
      found.push({ firstMs: Math.max(file.firstMs, startMs), lastMs: Math.min(file.lastMs, lastMs) });
    }
  }
  return found;
}

/** Times whose days are the same or follow one another become one. */
function inARow(times: readonly KnownTime[]): KnownTime[] {
  const joined: { firstMs: number; lastMs: number }[] = [];
  for (const { firstMs, lastMs } of times.toSorted((one, other) => one.firstMs - other.firstMs)) {
    const last = joined.at(-1);
    if (last && Math.floor(firstMs / DAY_MS) - Math.floor(last.lastMs / DAY_MS) <= 1) {
      last.lastMs = Math.max(last.lastMs, lastMs);
    } else joined.push({ firstMs, lastMs });
  }
  return joined;
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
