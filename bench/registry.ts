/**
 * How fast the registry is, with 50,000 versions: the program as `tripod serve registry` runs it, on an embedded
 * PostgreSQL with its usual settings. Prints a table; asserts nothing.
 *
 *   npm run bench -- registry [start] [reads] [search] [publish] [--cpu-prof]
 */
import { randomBytes } from "node:crypto";
import { cpus } from "node:os";
import { openPlatform, type OpenPlatform } from "../src/cli/open-platform.ts";
import { loadConfig } from "../src/kit/config/load-config.ts";
import { sharedSettings } from "../src/kit/config/shared-settings.ts";
import { silentLog } from "../src/kit/log/log.ts";
import { buildRegistry } from "../src/registry/build.ts";
import { registrySettings } from "../src/registry/config.ts";
import { temporaryFolder } from "../test/support/temporary-folder.ts";
import { serveRecorded } from "./http/bare-server.ts";
import { compare, CONNECTIONS, median, recordAnswer } from "./http/compare.ts";
import { makeDataSet, type DataSet } from "./registry/data-set.ts";
import { fill } from "./registry/fill.ts";
import { generateLoad, type LoadPlan, type LoadResult } from "./http/load.ts";
import { Helper, residentMb, startProgram, type Program } from "./http/program.ts";
import { mixed, searchPaths } from "./registry/searches.ts";

/** Nothing is refused for its number, but everything is counted. */
const SETTINGS = {
  TRIPOD_REGISTRY_OWNERSHIP_CHECKS: "off",
  TRIPOD_REGISTRY_REQUESTS_PER_MINUTE: "10000000",
  TRIPOD_REGISTRY_TOKEN_REQUESTS_PER_MINUTE: "10000000",
};
const STARTS = 3;
const PUBLISHERS = 16;
const SEARCH_SECONDS = 4;
const PUBLISH_SECONDS = 6;

const options = process.argv.slice(2);
const profile = options.filter((option) => option.startsWith("--cpu-prof"));
const asked = options.filter((option) => !option.startsWith("--"));
const wants = (part: string): boolean => asked.length === 0 || asked.includes(part);

if (options[0] === "load") generateLoad();
else if (options[0] === "bare") serveRecorded();
else await bench();

async function bench(): Promise<void> {
  const folder = await temporaryFolder("tripod-bench-");
  const load = new Helper("load");
  const bare = new Helper("bare");
  try {
    say(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`);
    const data = makeDataSet();
    say(
      `${data.versions.length} versions of ${new Set(data.versions.map(({ name }) => name)).size} servers: ${data.origin}`,
    );
    const platform = await open(folder.path);
    const began = performance.now();
    await fill(platform.db, data.versions);
    say(`filled in ${seconds(performance.now() - began)}\n`);
    await platform.close();
    if (wants("start")) await measureColdStart(folder.path);
    const kept = await open(folder.path);
    try {
      await measureRunning(folder.path, kept, data, load, bare);
    } finally {
      await kept.close();
    }
  } finally {
    load.stop();
    bare.stop();
    await folder.remove();
  }
}

async function measureColdStart(dataDir: string): Promise<void> {
  const starts: number[] = [];
  for (let count = 0; count < STARTS; count++) {
    const program = await start(dataDir);
    starts.push(program.startMs);
    await program.stop();
  }
  report("cold start, PostgreSQL too", seconds(median(starts)), "under 3 s");
}

async function measureRunning(
  dataDir: string,
  platform: OpenPlatform,
  data: DataSet,
  load: Helper,
  bare: Helper,
): Promise<void> {
  const starts: number[] = [];
  for (let count = 1; wants("start") && count < STARTS; count++) {
    const program = await start(dataDir);
    starts.push(program.startMs);
    await program.stop();
  }
  const program = await start(dataDir, profile);
  try {
    report("start while PostgreSQL runs", seconds(median([...starts, program.startMs])), "under 3 s");
    report("memory after the start", megabytes(residentMb(program.pid)));
    if (wants("reads")) await measureReads(program, data, load, bare);
    if (wants("search")) await measureSearch(program, data, load);
    report("memory after the reads", megabytes(residentMb(program.pid)));
    if (wants("publish")) await measurePublishing(program, platform, load);
    report("memory at the end", megabytes(residentMb(program.pid)));
  } finally {
    await program.stop();
  }
}

async function measureReads(program: Program, data: DataSet, load: Helper, bare: Helper): Promise<void> {
  const { name, version } = data.versions[1_000] ?? { name: "", version: "" };
  const server = `/v0.1/servers/${encodeURIComponent(name)}/versions`;
  const reads = {
    "list page, 30 versions": "/v0.1/servers",
    "one version": `${server}/${encodeURIComponent(version)}`,
    "latest version": `${server}/latest`,
  };
  const recorded = await Promise.all(Object.values(reads).map((path) => recordAnswer(program.port, path)));
  const port = await bare.ask<number>(recorded);
  for (const [what, path] of Object.entries(reads)) {
    const result = await compare(load, program, { port, pid: bare.pid }, [path]);
    report(
      `${what}: against bare node:http`,
      `${result.ratio.toFixed(2)} x (processor time ${result.processorRatio?.toFixed(2) ?? "?"} x)`,
      "0.7 x",
    );
    report(`${what}: requests a second`, `${round(result.perSecond)} (bare ${round(result.barePerSecond)})`);
    report(
      `${what}: p50, p99 with ${CONNECTIONS} connections`,
      `${times(result.p50Ms, result.p99Ms)} (bare ${times(result.bareP50Ms, result.bareP99Ms)})`,
    );
  }
  const pages = await cursors(program.port);
  await ask(
    load,
    program,
    { connections: CONNECTIONS, seconds: SEARCH_SECONDS },
    pages,
    "full walk, 100 versions a page",
  );
}

/** The addresses of all pages of 100. */
async function cursors(port: number): Promise<string[]> {
  const paths = ["/v0.1/servers?limit=100"];
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}${paths.at(-1)}`);
    const { metadata } = (await response.json()) as { metadata: { nextCursor?: string } };
    if (metadata.nextCursor === undefined) return paths;
    paths.push(`/v0.1/servers?limit=100&cursor=${metadata.nextCursor}`);
  }
}

async function measureSearch(program: Program, data: DataSet, load: Helper): Promise<void> {
  const kinds = searchPaths(data.versions, 99);
  const full = { connections: 4, seconds: SEARCH_SECONDS };
  await load.ask<LoadResult>({ port: program.port, ...full, requests: { kind: "get", paths: mixed(kinds) } });
  const known = new Set(mixed(kinds));
  const others = mixed(searchPaths(data.versions, 100)).filter((path) => !known.has(path));
  await ask(load, program, { ...full, once: true }, others, "search, never asked before", "p99 under 5 ms");
  await ask(load, program, full, mixed(kinds), "search, all kinds mixed", "p99 under 5 ms");
  for (const [kind, paths] of Object.entries(kinds)) await ask(load, program, full, paths, `search, ${kind}`);
}

async function ask(
  load: Helper,
  program: Program,
  { once = false, ...how }: { connections: number; seconds: number; once?: boolean },
  paths: readonly string[],
  what: string,
  goal?: string,
): Promise<void> {
  const plan: LoadPlan = { port: program.port, ...how, requests: { kind: "get", paths, once } };
  const result = await load.ask<LoadResult>(plan);
  report(`${what}: p50, p99`, `${times(result.p50Ms, result.p99Ms)} at ${round(result.perSecond)}/s`, goal);
  if (result.failed > 0) throw new Error(`${result.failed} answers were not 200`);
}

async function measurePublishing(program: Program, platform: OpenPlatform, load: Helper): Promise<void> {
  await platform.db.execute({ name: "bench.table", text: "create table if not exists bench (n bigint)" });
  const commits = await commitsPerSecond(platform);
  const tokens = await issueTokens(platform);
  const plan = (run: string, forSeconds: number): LoadPlan => ({
    port: program.port,
    connections: PUBLISHERS,
    seconds: forSeconds,
    requests: { kind: "publish", tokens, run: run + randomBytes(2).toString("hex") },
  });
  await load.ask<LoadResult>(plan("warm", 2));
  const result = await load.ask<LoadResult>(plan("run", PUBLISH_SECONDS));
  if (result.failed > 0) throw new Error(`${result.failed} publications were refused`);
  report(`publish, ${PUBLISHERS} clients`, `${round(result.perSecond)}/s`, "1,000/s");
  report(`publish, ${PUBLISHERS} clients: p50, p99`, times(result.p50Ms, result.p99Ms));
  const after = await commitsPerSecond(platform);
  report("bare commits of one row, 10 connections", `${round((commits + after) / 2)}/s`);
}

/** The disk's own speed: a row and a commit. */
async function commitsPerSecond({ db }: OpenPlatform): Promise<number> {
  const endAt = performance.now() + 2_000;
  let commits = 0;
  const write = async (): Promise<void> => {
    while (performance.now() < endAt) {
      await db.execute({ name: "bench.commit", text: "insert into bench values ($1)", values: [commits] });
      commits++;
    }
  };
  await Promise.all(Array.from({ length: 10 }, write));
  return commits / 2;
}

async function issueTokens(platform: OpenPlatform): Promise<string[]> {
  const registry = buildRegistry(platform, configuration("").registry, { version: "", gitCommit: "", buildTime: "" });
  const grant = {
    method: "operator",
    subject: "bench",
    permissions: [{ action: "publish", resource: "*" } as const],
    ttlSeconds: 3600,
  };
  await registry.deps.tokens.start();
  const issued = await Promise.all(Array.from({ length: PUBLISHERS }, () => registry.deps.tokens.issue(grant)));
  await registry.stop();
  return issued.map(({ token }) => token);
}

function start(dataDir: string, nodeOptions: readonly string[] = []): Promise<Program> {
  return startProgram({
    service: "registry",
    dataDir,
    settings: SETTINGS,
    firstPath: "/v0.1/servers?limit=1",
    nodeOptions,
  });
}

function open(dataDir: string): Promise<OpenPlatform> {
  return openPlatform(configuration(dataDir).shared, silentLog());
}

function configuration(dataDir: string) {
  const sections = { shared: sharedSettings, registry: registrySettings };
  return loadConfig({ sections, environment: { TRIPOD_DATA_DIR: dataDir } }).config;
}

function report(what: string, result: string, goal = ""): void {
  say(`${what.padEnd(52)} ${result.padEnd(52)} ${goal}`.trimEnd());
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function times(p50Ms: number, p99Ms: number): string {
  return `${p50Ms.toFixed(2)} ms, ${p99Ms.toFixed(2)} ms`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

function megabytes(mb: number | undefined): string {
  return mb === undefined ? "unknown here" : `${round(mb)} MB`;
}

function round(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
