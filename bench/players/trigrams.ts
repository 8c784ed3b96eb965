/** The same searches by PostgreSQL's own trigrams (pg_trgm), on the same data, for comparison. */
import type { Database } from "../../src/kit/sql/database.ts";
import type { QueryKind } from "./queries.ts";

/** Builds what such a search needs. Returns false where the extension is not installed. */
export async function prepareTrigrams(db: Database): Promise<boolean> {
  try {
    await db.execute({ name: "bench.trgm", text: "create extension if not exists pg_trgm" });
  } catch {
    return false;
  }
  const steps = [
    "create table if not exists bench_names as select id, lower(character_name) as norm from players.players",
    "create index if not exists bench_names_trgm on bench_names using gin (norm gin_trgm_ops)",
    "create index if not exists bench_names_prefix on bench_names (norm text_pattern_ops)",
    "analyze bench_names",
  ];
  for (const [at, text] of steps.entries()) await db.execute({ name: `bench.trgm${at}`, text });
  return true;
}

const TEXTS: Partial<Record<QueryKind, string>> = {
  exact: "select id from bench_names where norm = $1 limit 50",
  prefix: "select id from bench_names where norm like $1 || '%' order by norm limit 50",
  substring: "select id from bench_names where norm like '%' || $1 || '%' limit 50",
  typo: "select id from bench_names where norm % $1 order by similarity(norm, $1) desc limit 50",
};

/** Milliseconds of each query, one after the other; undefined for kinds that trigrams do not know. */
export async function timeTrigrams(
  db: Database,
  kind: QueryKind,
  paths: readonly string[],
): Promise<number[] | undefined> {
  const text = TEXTS[kind];
  if (!text) return undefined;
  const times: number[] = [];
  for (const path of paths.slice(0, 100)) {
    const query = (new URL(path, "http://x").searchParams.get("q") ?? "").toLowerCase().replace(/[%_\\]/g, "\\$&");
    const began = performance.now();
    await db.query({ name: `bench.trgm.${kind}`, text, values: [query] });
    times.push(performance.now() - began);
  }
  return times;
}
