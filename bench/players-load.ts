/**
 * The time of the first load of a big save folder: the program as `tripod serve players` runs it, on an embedded
 * PostgreSQL with its usual settings, reads a folder that it does not know. Prints a table; asserts nothing.
 *
 *   npm run bench -- players-load [--profiles N] [--tribes N] [--cpu-prof --cpu-prof-dir=DIR]
 */
import { availableParallelism, cpus, loadavg } from "node:os";
import { join } from "node:path";
import { writeFile } from "node:fs/promises";
import { openPlatform, type OpenPlatform } from "../src/cli/open-platform.ts";
import { loadConfig } from "../src/kit/config/load-config.ts";
import { sharedSettings } from "../src/kit/config/shared-settings.ts";
import { silentLog } from "../src/kit/log/log.ts";
import { createKey } from "../src/players/keys/index.ts";
import { keyStore } from "../src/players/keys/sql/key-store.ts";
import { temporaryFolder } from "../test/support/temporary-folder.ts";
import { residentMb, startProgram, type Program } from "./http/program.ts";
import { measureBareLoad } from "./players/bare-load.ts";
import { busySeconds, databaseSeconds } from "./players/processor-time.ts";
import { writeSaveFolder } from "./players/save-folder.ts";

const GOAL_SECONDS = 60;
const LOOK_EVERY_MS = 500;
/** Far beyond the goal: a load that takes longer is given up. */
const GIVEN_UP_AFTER_MS = 30 * 60_000;

const options = process.argv.slice(2);
const numberOf = (name: string, otherwise: number): number =>
  options.includes(name) ? Number(options[options.indexOf(name) + 1]) : otherwise;
const profiles = numberOf("--profiles", 200_000);
const tribes = numberOf("--tribes", Math.round(profiles / 20));
const nodeOptions = options.filter((option) => option.startsWith("--cpu-prof"));

await bench();

async function bench(): Promise<void> {
  say(`Node ${process.version}, ${availableParallelism()} x ${cpus()[0]?.model.trim()}, load ${load()} at the start`);
  const home = await temporaryFolder("tripod-bench-load-");
  try {
    const saves = join(home.path, "saves");
    const wrote = await timed(() => writeSaveFolder(saves, { profiles, tribes }));
    report("files written", `${round(wrote.result)} MB in ${seconds(wrote.ms)}`);
    const bareRead = await timed(() => measureBareLoad.read(saves));
    report("bare: every file read and parsed", seconds(bareRead.ms));

    const dataDir = join(home.path, "data");
    const platform = await openPlatform(configuration(dataDir), silentLog());
    try {
      const bareRows = await timed(() => measureBareLoad.insert(platform.db, profiles));
      report("bare: one row a profile, 5,000 a statement", seconds(bareRows.ms));
      await measureLoad(
        platform,
        { dataDir, saves, clusterFile: join(home.path, "cluster.yaml") },
        bareRead.ms + bareRows.ms,
      );
    } finally {
      await platform.close();
    }
  } finally {
    await home.remove();
  }
}

interface Places {
  readonly dataDir: string;
  readonly saves: string;
  readonly clusterFile: string;
}

async function measureLoad(platform: OpenPlatform, { dataDir, saves, clusterFile }: Places, bareMs: number) {
  const servers = [{ key: "bench", game: "asa", saves: { folder: saves } }];
  await writeFile(clusterFile, JSON.stringify({ players: { servers } }));
  const key = await makeKey(platform);
  const lost: string[] = [];
  const program = await startProgram({
    service: "players",
    dataDir,
    settings: { TRIPOD_PLAYERS_CLUSTER_FILE: clusterFile, TRIPOD_PLAYERS_ADDRESS_REQUESTS_PER_MINUTE: "0" },
    firstPath: "/health",
    nodeOptions,
    onLine: (line) => {
      if (/lease|error/i.test(line)) lost.push(line);
    },
  });
  try {
    const [processBefore, databaseBefore] = [busySeconds([program.pid]), databaseSeconds(dataDir)];
    const began = performance.now();
    const words = await whileLoading(program, key, began);
    const tookMs = performance.now() - began;
    report("first load", `${seconds(tookMs)}, load ${load()}`, `${GOAL_SECONDS} s for 200,000`);
    report("profiles a second", round((profiles * 1_000) / tookMs));
    report("against the two bare measures together", `${(tookMs / bareMs).toFixed(2)} x`);
    report("processor time of the program", `${(busySeconds([program.pid]) - processBefore).toFixed(1)} s`);
    report("processor time of PostgreSQL", `${(databaseSeconds(dataDir) - databaseBefore).toFixed(1)} s`);
    report("memory at the end", `${round(residentMb(program.pid) ?? 0)} MB`);
    report("leases lost, and errors", String(lost.length));
    for (const line of lost.slice(0, 5)) say(`  ${line}`);
    say(`what /Servers said on the way: ${words.slice(0, 3).join(" | ")}`);
  } finally {
    await program.stop();
  }
}

/** Resolves when the server's saves are reported as read; answers the earlier reports. */
async function whileLoading(program: Program, authorization: string, began: number): Promise<string[]> {
  const words = new Set<string>();
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${program.port}/Servers`, { headers: { authorization } });
    const [server] = (await answer.json()) as [{ Sources: { Saves: { Ok: boolean; Says: string } | null } }];
    const told = server.Sources.Saves;
    if (told?.Ok && told.Says.startsWith(`${profiles} profile`)) return [...words];
    if (told) words.add(told.Says);
    if (performance.now() - began > GIVEN_UP_AFTER_MS) throw new Error(`given up: ${told?.Says}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function makeKey(platform: OpenPlatform): Promise<string> {
  const limits = { requests: 1_000_000, windowSeconds: 1 };
  const deps = { ...platform, keys: keyStore(platform.db) };
  const { key } = await createKey(deps, { name: "bench", scope: "admin", limits, expires: "never" });
  return key;
}

function configuration(dataDir: string) {
  return loadConfig({ sections: { shared: sharedSettings }, environment: { TRIPOD_DATA_DIR: dataDir } }).config.shared;
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ readonly result: Result; readonly ms: number }> {
  const began = performance.now();
  const result = await work();
  return { result, ms: performance.now() - began };
}

function load(): string {
  return loadavg()[0]?.toFixed(1) ?? "unknown";
}

function report(what: string, result: string, goal = ""): void {
  say(`${what.padEnd(52)} ${result.padEnd(30)} ${goal}`.trimEnd());
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function round(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
