/**
 * The speed of the lookup of players, with a million players and 60,000 tribes: the program as `tripod serve players`
 * runs it, on an embedded PostgreSQL with its usual settings. Prints a table; asserts nothing.
 *
 *   npm run bench -- players [start] [search] [reads] [updates] [saves] [trigrams] [index] [apply] [--players N] [--data DIR]
 */
import { cpus } from "node:os";
import { openPlatform, type OpenPlatform } from "../src/cli/open-platform.ts";
import { loadConfig } from "../src/kit/config/load-config.ts";
import { sharedSettings } from "../src/kit/config/shared-settings.ts";
import { silentLog } from "../src/kit/log/log.ts";
import { createKey } from "../src/players/keys/index.ts";
import { keyStore } from "../src/players/keys/sql/key-store.ts";
import { temporaryFolder } from "../test/support/temporary-folder.ts";
import { serveRecorded } from "./http/bare-server.ts";
import { compare, recordAnswer } from "./http/compare.ts";
import { generateLoad, type LoadPlan, type LoadResult } from "./http/load.ts";
import { Helper, residentMb, startProgram, type Program } from "./http/program.ts";
import { describeAppliedSaves, measureApplyingSaves } from "./players/apply-saves.ts";
import { fill, sampleNames } from "./players/fill.ts";
import { benchNameIndex } from "./players/name-index.ts";
import { searchPaths, type QueryKind } from "./players/queries.ts";
import { measureSaves } from "./players/saves.ts";
import { prepareTrigrams, timeTrigrams } from "./players/trigrams.ts";
import { writeUpdates } from "./players/updates.ts";

const CLIENTS = 32;
/** 32 clients that wait up to this long between requests ask about 500 times a second. */
const PAUSE_MS = 120;
const SECONDS = 4;
const MILLION = 1_000_000;
const TRIBES_A_PLAYER = 0.06;

const GOALS: Partial<Record<QueryKind, string>> = {
  exact: "p99 2 ms",
  prefix: "p99 2 ms",
  substring: "p99 5 ms",
  typo: "p99 20 ms",
};

const options = process.argv.slice(2);
const profile = options.filter((option) => option.startsWith("--cpu-prof"));
const valueOf = (name: string): string | undefined =>
  options.includes(name) ? options[options.indexOf(name) + 1] : undefined;
const players = Number(valueOf("--players") ?? MILLION);
const kept = valueOf("--data");
const PARTS = new Set(["start", "search", "reads", "updates", "saves", "trigrams", "index", "apply"]);
const asked = options.filter((option) => PARTS.has(option));
const wants = (part: string): boolean => asked.length === 0 || asked.includes(part);

if (options[0] === "load") generateLoad();
else if (options[0] === "bare") serveRecorded();
else await bench();

async function bench(): Promise<void> {
  say(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`);
  if (wants("saves")) measureSaves();
  if (wants("index")) benchNameIndex(players, say);
  if (wants("apply")) await measureSavesApplied();
  const folder = kept === undefined ? await temporaryFolder("tripod-bench-") : undefined;
  const load = new Helper("load");
  const bare = new Helper("bare");
  try {
    await measureService(folder?.path ?? kept ?? "", load, bare);
  } finally {
    load.stop();
    bare.stop();
    await folder?.remove();
  }
}

/** On a database of its own, with nothing in it. */
async function measureSavesApplied(): Promise<void> {
  const folder = await temporaryFolder("tripod-bench-");
  const platform = await openPlatform(configuration(folder.path), silentLog());
  try {
    say(describeAppliedSaves(await measureApplyingSaves(platform.db)));
  } finally {
    await platform.close();
    await folder.remove();
  }
}

async function measureService(dataDir: string, load: Helper, bare: Helper): Promise<void> {
  const platform = await openPlatform(configuration(dataDir), silentLog());
  try {
    const [row] = await platform.db.query<{ count: number }>({
      name: "bench.count",
      text: "select count(*) as count from players.players",
    });
    if (row?.count !== players) {
      const began = performance.now();
      await fill(platform.db, players, Math.round(players * TRIBES_A_PLAYER));
      say(`filled with ${round(players)} players in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    }
    const names = sampleNames(players, 10_000);
    const key = await makeKey(platform);
    const program = await startProgram({
      service: "players",
      dataDir,
      settings: { TRIPOD_PLAYERS_ADDRESS_REQUESTS_PER_MINUTE: "0" },
      firstPath: "/health",
      nodeOptions: profile,
    });
    try {
      report("start, the directory loaded, PostgreSQL runs", `${(program.startMs / 1000).toFixed(2)} s`);
      report("memory after the start", memoryOf(program));
      if (wants("search")) await measureSearches(program, load, names, key);
      if (wants("reads")) await measureReads(program, load, bare, key);
      if (wants("updates")) await measureUpdates(program, platform, load, names, key);
      report("memory at the end", memoryOf(program));
    } finally {
      await program.stop();
    }
    if (wants("trigrams")) await measureTrigrams(platform, names);
  } finally {
    await platform.close();
  }
}

async function measureSearches(program: Program, load: Helper, names: readonly string[], key: string): Promise<void> {
  const kinds = Object.entries(searchPaths(names)) as [QueryKind, string[]][];
  for (const [kind, paths] of kinds) {
    const paced = await ask(load, program, paths, key, PAUSE_MS);
    const full = await ask(load, program, paths, key, 0);
    report(
      `search, ${kind}: p50, p99, ${CLIENTS} clients`,
      `${times(paced)} at ${round(paced.perSecond)}/s`,
      GOALS[kind],
    );
    report(`search, ${kind}: at full load`, `${times(full)} at ${round(full.perSecond)}/s`);
  }
}

async function measureReads(program: Program, load: Helper, bare: Helper, key: string): Promise<void> {
  const reads = { profile: "/Player/100000500", tribe: "/Tribe/1000100", online: "/Online" };
  const recorded = await Promise.all(Object.values(reads).map((path) => recordAnswer(program.port, path, key)));
  const port = await bare.ask<number>(recorded);
  for (const [what, path] of Object.entries(reads)) {
    const result = await compare(load, program, { port, pid: bare.pid }, [path], key);
    report(`${what}: against bare node:http`, `${result.ratio.toFixed(2)} x at ${round(result.perSecond)}/s`);
    report(`${what}: p50, p99`, `${result.p50Ms.toFixed(2)} ms, ${result.p99Ms.toFixed(2)} ms`);
  }
}

async function measureUpdates(
  program: Program,
  platform: OpenPlatform,
  load: Helper,
  names: readonly string[],
  key: string,
): Promise<void> {
  const paths = searchPaths(names).prefix;
  const [perSecond, reading] = await Promise.all([
    writeUpdates(platform, players, SECONDS),
    ask(load, program, paths, key, PAUSE_MS),
  ]);
  report("updates while reading", `${round(perSecond)}/s`);
  report("prefix searches at the same time: p50, p99", `${times(reading)} at ${round(reading.perSecond)}/s`);
}

async function measureTrigrams({ db }: OpenPlatform, names: readonly string[]): Promise<void> {
  if (!(await prepareTrigrams(db))) {
    say("pg_trgm is not part of this PostgreSQL: no comparison");
    return;
  }
  for (const [kind, paths] of Object.entries(searchPaths(names)) as [QueryKind, string[]][]) {
    const sorted = (await timeTrigrams(db, kind, paths))?.toSorted((one, other) => one - other);
    if (!sorted) continue;
    const at = (share: number): string => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)} ms`;
    report(`pg_trgm, ${kind}: p50, p99, one client`, `${at(0.5)}, ${at(0.99)}`);
  }
}

async function ask(
  load: Helper,
  program: Program,
  paths: readonly string[],
  authorization: string,
  pauseMs: number,
): Promise<LoadResult> {
  const requests = { kind: "get", paths, authorization } as const;
  const plan: LoadPlan = { port: program.port, connections: CLIENTS, seconds: SECONDS, requests, pauseMs };
  const result = await load.ask<LoadResult>(plan);
  if (result.failed > 0) throw new Error(`${result.failed} answers were not 200`);
  return result;
}

async function makeKey(platform: OpenPlatform): Promise<string> {
  const limits = { requests: MILLION, windowSeconds: 1 };
  const deps = { ...platform, keys: keyStore(platform.db) };
  const { key } = await createKey(deps, { name: "bench", scope: "admin", limits, expires: "never" });
  return key;
}

function configuration(dataDir: string) {
  return loadConfig({ sections: { shared: sharedSettings }, environment: { TRIPOD_DATA_DIR: dataDir } }).config.shared;
}

function report(what: string, result: string, goal = ""): void {
  say(`${what.padEnd(52)} ${result.padEnd(44)} ${goal}`.trimEnd());
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function times({ p50Ms, p99Ms }: LoadResult): string {
  return `${p50Ms.toFixed(2)} ms, ${p99Ms.toFixed(2)} ms`;
}

function memoryOf({ pid }: Program): string {
  const mb = residentMb(pid);
  return mb === undefined ? "unknown here" : `${round(mb)} MB`;
}

function round(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
