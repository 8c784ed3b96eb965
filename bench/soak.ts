/**
 * Runs three registry processes on one database for minutes under random writes and random `kill -9`. After every kill
 * it compares their answers with what is stored and with what clients were promised. Ends with status 1 at the first
 * difference, and leaves the data folder where it is.
 *
 *   npm run soak -- [minutes, default 10] [seed]
 *
 * Or lets the lookup of players read two days of a simulated cluster in which everything goes wrong that can:
 *
 *   npm run soak -- players-life [seed]
 *
 * Or reads 100,000 damaged save files, of which each must be read soundly or refused:
 *
 *   npm run soak -- players-saves [seed]
 *
 * Or gives the matching engine of the simulated venues and its slow twin the same 100,000 commands:
 *
 *   npm run soak -- matching [seed]
 *
 * Or lets a market follow an exchange at which everything goes wrong for ten simulated minutes:
 *
 *   npm run soak -- market-faults [seed]
 *
 * Or kills the senders of orders and the owners of strategies at every await, with every fault of the exchange, kills
 * their processes 200 times, and kills the worker that follows signals at every statement. Or does so at one of so many
 * (6), or at the second of so many (2/6), so that six runs are all:
 *
 *   npm run soak -- orders [share, default 1]
 *
 * Or looks at every world of a small run with more faults than a test has time for, with slices of one unit, of both (2), or each:
 *
 *   npm run soak -- worlds [faults, default 1] [commands of the user, default 1] [units of a slice]
 *
 * Or lets two processes trade through a simulated day of faults, kills and halts, and compares everything every hour:
 *
 *   npm run soak -- day [hours, default 24] [seed, default 1]
 *
 * Or lets strangers attack all three services of one process, and looks at its memory and how soon `/health` answers:
 *
 *   npm run soak -- strangers [requests, default 100000] [seed] [slow connections, default 500]
 *
 * Or follows 200 feeds that copy each other, edit, go away and mean harm, through a simulated day of kills:
 *
 *   npm run soak -- news [seed] [hours, default 24]
 *
 * Or gives the parser of feeds this many damaged documents:
 *
 *   npm run soak -- news-documents [documents, default 50000]
 *
 * Or kills backups and restores at this many moments each:
 *
 *   npm run soak -- backup [kills, default 200]
 *
 * Or runs the tests that draw cases, with far more of them and with a new seed:
 *
 *   npm run soak -- samples [seed]
 *
 * Or runs the whole suite several times, beside busy loops, and lists what was red (then: a folder with another node, and files):
 *
 *   npm run soak -- suite [runs, default 10] [loops, default 20] [folder of node, or -] [files]
 *
 * Or proves of every regular expression that it is linear, also of those that were proven before:
 *
 *   npm run soak -- expressions
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { packageRoot } from "../src/kit/config/package-root.ts";
import { RegistryProcesses } from "../test/support/registry-processes.ts";
import { RegistryWriters } from "../test/support/registry-writers.ts";
import { serveRecorded } from "./http/bare-server.ts";
import { soakMarketFaults } from "./market/faults-soak.ts";
import { soakMatching } from "./market/matching-soak.ts";
import { readDamagedSaves } from "./players/damaged-saves.ts";
import { soakPlayersLife } from "./players/life.ts";
import { attackStrangers } from "./strangers/attack.ts";
import { soakStrangers } from "./strangers/soak.ts";
import { soakSuite } from "./suite/often.ts";

const PROCESSES = 3;
const CLIENTS_EACH = 6;

/** Other processes look for changes four times a second; this allows for a machine that is busy. */
const SHOWN_WITHIN_MS = 10_000;

const [first = "10", second = String(Date.now() % 1_000_000)] = process.argv.slice(2);

// The processes are this same bundle again.
if (first === "serve") await import("../test/support/registry-process.ts");
else if (first === "players-life") process.exitCode = await soakPlayersLife(Number(second));
else if (first === "players-saves") process.exitCode = readDamagedSaves(Number(second));
else if (first === "matching") process.exitCode = soakMatching(Number(second));
else if (first === "market-faults") process.exitCode = await soakMarketFaults(Number(second));
else if (first === "trading-fuzz") process.exitCode = await fuzzTrading(process.argv[3] ?? "50000");
else if (first === "orders") process.exitCode = await crashOrders(process.argv[3] ?? "1");
else if (first === "backup") process.exitCode = await killBackups(process.argv[3] ?? "200");
else if (first === "news") process.exitCode = await followFarm(process.argv[3] ?? "16", process.argv[4] ?? "24");
else if (first === "news-documents") process.exitCode = await readDamagedFeeds(process.argv[3] ?? "50000");
else if (first === "samples") process.exitCode = await tryMore(second);
else if (first === "suite") process.exitCode = await runSuiteOften(process.argv.slice(3));
else if (first === "expressions") process.exitCode = await proveExpressions();
else if (first === "worlds") process.exitCode = await exploreWorlds(process.argv.slice(3, 6));
else if (first === "day") process.exitCode = await tradeDay(process.argv[3] ?? "24", process.argv[4] ?? "1");
else if (first === "strangers-attack") attackStrangers();
else if (first === "strangers-bare") serveRecorded();
else if (first === "strangers") {
  const [requests = "100000", seed = "1", slowConnections = "500"] = process.argv.slice(3);
  const plan = { requests: Number(requests), seed: Number(seed), slowConnections: Number(slowConnections) };
  process.exitCode = await soakStrangers(plan);
} else process.exitCode = await soak(Number(first), Number(second));

/** The test that `npm test` runs with fewer. */
async function fuzzTrading(requests: string): Promise<number> {
  return runTest(["test/trading/fuzz.test.ts"], { TRIPOD_TEST_FUZZ_REQUESTS: requests });
}

/** The tests that `npm test` runs at some points. */
async function crashOrders(asked: string): Promise<number> {
  const share = { TRIPOD_TEST_ORDER_CRASHES: asked };
  const engine = "src/trading/engine";
  const orders = await runTest([`${engine}/orders.crash.test.ts`], share);
  const runs = orders || (await runTest([`${engine}/runs/runs.crash.test.ts`], share));
  return runs || (await runTest(["src/trading/signals/following.test.ts"], share));
}

/** The test that `npm test` runs with six. */
async function killBackups(kills: string): Promise<number> {
  return runTest(["test/backup/kills.e2e.test.ts"], { TRIPOD_TEST_BACKUP_KILLS: kills });
}

/** The test that `npm test` runs with twelve feeds. */
async function followFarm(seed: string, hours: string): Promise<number> {
  const day = { TRIPOD_TEST_NEWS_HOURS: hours, TRIPOD_TEST_NEWS_SEED: seed };
  return runTest(["src/trading/news/sources/feed-farm.test.ts"], day);
}

/** The test that `npm test` runs with fewer. */
async function readDamagedFeeds(documents: string): Promise<number> {
  return runTest(["src/trading/news/sources/feed-parser.prop.test.ts"], { TRIPOD_TEST_NEWS_DOCUMENTS: documents });
}

/** The test that `npm test` runs with fewer faults at once. */
async function exploreWorlds([faults = "1", commands = "1", units = ""]: readonly string[]): Promise<number> {
  const asked = `${faults} ${commands} ${units}`;
  return runTest(["src/trading/engine/core/run.explore.test.ts"], { TRIPOD_TEST_WORLDS: asked });
}

/** The test that `npm test` runs for half an hour of the clock. */
async function tradeDay(hours: string, seed: string): Promise<number> {
  const day = { TRIPOD_TEST_DAY_HOURS: hours, TRIPOD_TEST_DAY_SEED: seed };
  return runTest(["src/trading/engine/day.test.ts"], day);
}

/** The tests that ask `sampleSize` how much to try, and those of properties. `npm test` has one seed for them. */
async function tryMore(seed: string): Promise<number> {
  const root = packageRoot();
  const names = ["src", "test"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const files = names.filter((name) => name.endsWith(".test.ts"));
  const drawing = files.filter((name) => /sampleSize\(|"fast-check"/.test(readFileSync(join(root, name), "utf8")));
  console.log(`soak: ${drawing.length} files of tests, seed ${seed}`);
  return runTest(drawing, { TRIPOD_TEST_SAMPLES: "large", TRIPOD_TEST_SEED: seed });
}

async function runSuiteOften([runs = "10", loops = "20", folder = "-", ...files]: readonly string[]): Promise<number> {
  const nodeFolder = folder === "-" ? undefined : folder;
  return soakSuite({ runs: Number(runs), loops: Number(loops), nodeFolder, files });
}

/** The test that otherwise proves only what is new. */
async function proveExpressions(): Promise<number> {
  return runTest(["test/architecture/regular-expressions.test.ts"], { TRIPOD_TEST_EXPRESSIONS: "all" });
}

async function runTest(files: readonly string[], environment: Readonly<Record<string, string>>): Promise<number> {
  const vitest = join(packageRoot(), "node_modules", "vitest", "vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", ...files, "--testTimeout", String(8 * 3_600_000)], {
    cwd: packageRoot(),
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}

async function soak(minutes: number, seed: number): Promise<number> {
  const endAt = performance.now() + minutes * 60_000;
  const processes = await RegistryProcesses.inTemporaryFolder([process.argv[1] ?? "", "serve"]);
  const writers = new RegistryWriters(seed);
  console.log(`soak: ${minutes} minutes, ${PROCESSES} processes with ${CLIENTS_EACH} clients each, seed ${seed}`);
  for (let round = 1; performance.now() < endAt; round++) {
    await processes.start(PROCESSES);
    for (const target of processes.targets) writers.start(target, CLIENTS_EACH);
    await writers.until(writers.acknowledged.size + 20 + Math.floor(Math.random() * 2_000));
    const killed = await killSomething(processes, writers);
    await writers.stop();
    await processes.start(PROCESSES);
    const { problems, waitedMs } = await settle(processes, writers);
    console.log(
      `round ${round}: killed ${killed}; ${writers.acknowledged.size} of ${writers.asked.size} writes acknowledged; ` +
        `all the same after ${Math.round(waitedMs)} ms`,
    );
    if (problems.length > 0) {
      console.error(problems.slice(0, 20).join("\n"));
      console.error(`${problems.length} problems; the data is in ${processes.path}`);
      await processes.killAll();
      return 1;
    }
  }
  await processes.remove();
  return 0;
}

async function killSomething(processes: RegistryProcesses, writers: RegistryWriters): Promise<string> {
  const dice = Math.random();
  if (dice < 0.1) return "nothing";
  if (dice < 0.4) {
    await processes.kill(Math.floor(Math.random() * PROCESSES));
    return "one process";
  }
  if (dice < 0.6) {
    await Promise.all(Array.from({ length: PROCESSES }, (_, place) => processes.kill(place)));
    return "every process, but not PostgreSQL";
  }
  if (dice < 0.8) {
    await processes.killPostgres();
    await writers.until(writers.acknowledged.size + 100);
    return "PostgreSQL";
  }
  await processes.killAll();
  return "everything";
}

/** Looks until there is nothing wrong any more, or long enough. */
async function settle(processes: RegistryProcesses, writers: RegistryWriters) {
  const began = performance.now();
  for (;;) {
    const problems = [...(await processes.problems(writers)), ...writers.unseen];
    const waitedMs = performance.now() - began;
    if (problems.length === 0 || waitedMs > SHOWN_WITHIN_MS) return { problems, waitedMs };
    await delay(100);
  }
}
