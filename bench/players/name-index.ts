/** Speed and memory of the name index alone: no HTTP, no database. Prints a table; asserts nothing. */
import {
  NameIndex,
  type NameKind,
  type SubjectFacts,
  type SubjectName,
} from "../../src/players/search/core/name-index.ts";
import { NameMaker, seededNumbers } from "./player-names.ts";

const KINDS: readonly NameKind[] = ["character", "platform", "former"];
const BATCH = 10_000;
const QUERIES = 400;
const LIMIT = 50;
const UPDATES = 30_000;
/** One step of merging between updates, in units of 10 ns. */
const STEP = 100_000;
const SEED = 20_160_704;

/** Builds an index of `players` players, two names each and former ones for some, and measures it. */
export function benchNameIndex(players: number, say: (line: string) => void): void {
  const facts = madeFacts(players);
  const index = new NameIndex(facts);
  const samples = build(index, players, say);
  const kinds = queriesOf(samples);
  for (const [what, queries] of Object.entries(kinds)) measure(index, what, queries, say);
  measureUpdates(index, players, say);
}

function build(index: NameIndex, players: number, say: (line: string) => void): string[] {
  const maker = new NameMaker(SEED);
  const chance = seededNumbers(SEED + 1);
  const samples: string[] = [];
  let batch: SubjectName[] = [];
  let loadMs = 0;
  const flush = (): void => {
    const began = performance.now();
    index.load(batch);
    loadMs += performance.now() - began;
    batch = [];
  };
  for (let subject = 0; subject < players; subject++) {
    batch.push({ subject, kind: "character", text: maker.character() });
    batch.push({ subject, kind: "platform", text: maker.account() });
    if (chance() < 0.1) batch.push({ subject, kind: "former", text: maker.account() });
    if (chance() < (QUERIES * 4) / players) samples.push(batch.at(-1)?.text ?? "");
    if (batch.length >= BATCH) flush();
  }
  flush();
  let began = performance.now();
  index.finishLoading();
  loadMs += performance.now() - began;
  began = performance.now();
  const pauses = mergeAll(index);
  const mergeMs = performance.now() - began;
  say(`${index.size} names of ${players} players: loaded in ${seconds(loadMs)}, merged in ${seconds(mergeMs)}`);
  say(`  ${index.segments} segments, ${(index.byteLength / index.size).toFixed(1)} bytes a name`);
  say(`  longest merge step ${ms(Math.max(...pauses, 0))}, p99 ${ms(percentile(pauses, 0.99))}`);
  return samples;
}

function queriesOf(samples: readonly string[]): Record<string, string[]> {
  const chance = seededNumbers(SEED + 2);
  const pick = (least: number): string[] =>
    samples.filter((name) => Array.from(name).length >= least).slice(0, QUERIES);
  const part = (name: string, from: number, length: number): string =>
    Array.from(name)
      .slice(from, from + length)
      .join("");
  return {
    "exact, any name": pick(1),
    "prefix of 3 to 6": pick(6).map((name) => part(name, 0, 3 + Math.floor(chance() * 4))),
    "prefix of 2": pick(4).map((name) => part(name, 0, 2)),
    "prefix of 1": pick(4).map((name) => part(name, 0, 1)),
    "substring of 3 to 6": pick(7).map((name) =>
      part(name, 1 + Math.floor(chance() * 2), 3 + Math.floor(chance() * 4)),
    ),
    "substring, common": ["wolf", "dark", "the", "king", "123", "dra", "master", "shadow"],
    "one error": pick(5).map((name) => swapped(name, chance())),
    "two errors": pick(8).map((name) => swapped(swapped(name, chance()), chance())),
    "error in a word": ["darkwlof", "shadwo", "drgaon", "huntre", "raptro", "mastre", "wyvren", "gohst"],
    "two letters inside": ["lf", "ng", "er", "an", "龙虎", "小", "ж", "к", "$", "]", "_", "1", "0", "x", "#@"],
    hostile: ["a".repeat(64), "\u0301".repeat(30), "_".repeat(64), "e", " - ", "ab".repeat(32), "😀", "human", "123"],
  };
}

function swapped(name: string, where: number): string {
  const letters = Array.from(name);
  const at = Math.floor(where * (letters.length - 1));
  return letters
    .toSpliced(at, 2, letters[at + 1] ?? "", letters[at] ?? "")
    .join("")
    .trim();
}

function measure(index: NameIndex, what: string, queries: readonly string[], say: (line: string) => void): void {
  const times: number[] = [];
  let total = 0;
  let slowest = { took: 0, query: "", total: 0 };
  for (let round = 0; round < 3; round++) {
    for (const query of queries) {
      const began = performance.now();
      const found = index.search(query.trim(), { kinds: KINDS, limit: LIMIT });
      const took = performance.now() - began;
      total += found.total;
      if (round === 0) continue;
      times.push(took);
      if (took > slowest.took) slowest = { took, query, total: found.total };
    }
  }
  const found = Math.round(total / queries.length / 3);
  say(
    `  ${what.padEnd(22)} p50 ${ms(percentile(times, 0.5))}  p99 ${ms(percentile(times, 0.99))}  found ${found} ` +
      `(slowest ${JSON.stringify(slowest.query.slice(0, 20))} ${ms(slowest.took)}, ${slowest.total} found)`,
  );
}

function measureUpdates(index: NameIndex, players: number, say: (line: string) => void): void {
  const maker = new NameMaker(SEED + 3);
  const pauses: number[] = [];
  const updates: number[] = [];
  const searches: number[] = [];
  const began = performance.now();
  for (let update = 0; update < UPDATES; update++) {
    const name = maker.account();
    const start = performance.now();
    index.add((update * 7919) % players, "character", name);
    index.remove((update * 7919) % players, "character", name);
    index.add((update * 7919) % players, "character", `${name}x`);
    updates.push(performance.now() - start);
    if (update % 100 !== 0) continue;
    const merging = performance.now();
    index.mergeStep(STEP);
    pauses.push(performance.now() - merging);
    const searching = performance.now();
    index.search(name, { kinds: KINDS, limit: LIMIT });
    searches.push(performance.now() - searching);
  }
  const took = performance.now() - began;
  say(
    `  ${Math.round((UPDATES * 3) / (took / 1000))} changes a second with merging; slowest ${ms(Math.max(...updates))}`,
  );
  say(`  merge steps p99 ${ms(percentile(pauses, 0.99))}, longest ${ms(Math.max(...pauses))}`);
  say(`  searches at the same time p50 ${ms(percentile(searches, 0.5))}, p99 ${ms(percentile(searches, 0.99))}`);
}

function mergeAll(index: NameIndex): number[] {
  const pauses: number[] = [];
  for (;;) {
    const began = performance.now();
    const hasMore = index.mergeStep(STEP);
    pauses.push(performance.now() - began);
    if (!hasMore) return pauses;
  }
}

function madeFacts(players: number): SubjectFacts {
  const next = seededNumbers(SEED + 4);
  const lastSeen = Float64Array.from({ length: players }, () => Math.floor(next() * 1e9));
  return {
    isOnline: (subject) => subject % 200 === 0,
    lastSeen: (subject) => lastSeen[subject] ?? 0,
    id: (subject) => BigInt(subject) + 100_000_000n,
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}

function seconds(value: number): string {
  return `${(value / 1000).toFixed(1)} s`;
}
