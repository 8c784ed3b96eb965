/**
 * Lets strangers attack all three services of one process at once: hostile requests to every operation, and hundreds of
 * slow or silent connections. At the same time a friendly caller asks for `/health`, and the memory is watched.
 */
import { rm } from "node:fs/promises";
import { Agent, get, type RequestOptions } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { Helper, processorSeconds, residentMb, startProgram, type Program } from "../http/program.ts";
import type { AttackPlan, AttackReport } from "./attack.ts";

export interface StrangersPlan {
  readonly requests: number;
  readonly slowConnections: number;
  readonly seed: number;
}

const CONNECTIONS = 16;
const PROBE_MS = 10;
const LOOK_MS = 500;
const CURVE_MS = 30_000;
/** Everything ends after this, whatever was reached. */
const MAX_MS = 900_000;
/** After the attack, until connections have run into their time limits. */
const SETTLE_MS = 45_000;
/** Enough to work. Without a bound, Node lets garbage lie while the machine has memory, and nothing is seen. */
const HEAP_MB = 256;
/** How much more memory the process may have at any time. */
const MAX_GROWTH_MB = 300;
const GOAL_MS = 50;
/** A run in which a server without work is slower than this says nothing of ours: the machine is busy. */
const BARE_GOAL_MS = 10;

/** The reads of a friendly caller afterwards. */
const WORKING = [
  "/",
  "/docs",
  "/console",
  "/ready",
  "/v0.1/servers",
  "/Search?type=Player&q=wolf",
  "/api/v2/public/fetch-symbol-price?code=simalpha-btcusdt",
];
/** The key of the invented cluster. */
const LOOKUP = { authorization: "demo" };

/**
 * Answers the status to end with: 0 when nothing was a 5xx, nothing went unanswered, the memory stayed bounded and
 * `/health` was quick. How quick is not judged where the machine is busy with other work.
 */
export async function soakStrangers({ requests, slowConnections, seed }: StrangersPlan): Promise<number> {
  console.log(`soak: ${requests} hostile requests, ${slowConnections} slow connections, seed ${seed}`);
  const folder = await temporaryFolder("tripod-strangers-");
  const failures: string[] = [];
  const program = await startProgram({
    service: "all",
    nodeOptions: [`--max-old-space-size=${HEAP_MB}`],
    options: ["--demo"],
    dataDir: folder.path,
    settings: {},
    firstPath: "/health",
    onLine: (line) => {
      if (line.includes('"level":"error"') || line.includes('"level":50')) failures.push(line.slice(0, 500));
    },
  });
  const strangers = new Helper("strangers-attack");
  const bare = new Helper("strangers-bare");
  try {
    const barePort = await bare.ask<number>([{ path: "/health", headers: [], body: "" }]);
    return await measure(program, strangers, barePort, { requests, slowConnections, seed }, failures);
  } finally {
    strangers.stop();
    bare.stop();
    await program.stop();
    await rm(folder.path, { recursive: true, force: true });
  }
}

async function measure(
  program: Program,
  strangers: Helper,
  barePort: number,
  { requests, slowConnections, seed }: StrangersPlan,
  failures: readonly string[],
): Promise<number> {
  await workingProblems(program.port);
  const scripts = await listScripts(program.port, ["/console", "/docs/trading"]);
  await delay(5_000);
  const quiet = probe(program.port, program.pid);
  await delay(10_000);
  const before = quiet.stop();

  const began = performance.now();
  const cpuBefore = processorSeconds(program.pid) ?? 0;
  const [watch, watchBare] = [probe(program.port, program.pid), probe(barePort, program.pid)];
  const plan: AttackPlan = {
    port: program.port,
    requests,
    slowConnections,
    seed,
    scripts,
    connections: CONNECTIONS,
    milliseconds: MAX_MS,
  };
  const report = await strangers.ask<AttackReport>(plan);
  const [during, bareDuring] = [watch.stop(), watchBare.stop()];
  const seconds = (performance.now() - began) / 1000;
  const cpu = (processorSeconds(program.pid) ?? 0) - cpuBefore;
  await delay(SETTLE_MS);
  const restMb = residentMb(program.pid) ?? 0;

  const baseMb = before.peakMb;
  console.log(`${report.sent} requests in ${seconds.toFixed(0)} s; ${cpu.toFixed(0)} s of processor`);
  console.log(`requests: ${JSON.stringify(report.kinds)}`);
  console.log(`answers: ${JSON.stringify(report.outcomes)}`);
  console.log(`the slowest answers:\n${report.slowest.map((line) => `  ${line}`).join("\n")}`);
  console.log(`slow connections that the server ended: ${report.slowEnded}`);
  console.log(`memory: ${mb(baseMb)} before, ${mb(during.peakMb)} at most, ${mb(restMb)} ${SETTLE_MS / 1000} s after`);
  console.log(`memory at every half minute: ${during.curveMb.map(mb).join(", ")}`);
  console.log(`/health before: ${times(before)}`);
  console.log(`/health during: ${times(during)}`);
  console.log(`a server without work, at the same time: ${times(bareDuring)}`);

  const problems = [...report.problems, ...failures.slice(0, 20), ...(await workingProblems(program.port))];
  if (report.sent < requests) problems.push(`only ${report.sent} requests were sent in time`);
  if (during.p99Ms > GOAL_MS) {
    const missed = `the p99 of /health is over ${GOAL_MS} ms`;
    if (bareDuring.p99Ms < BARE_GOAL_MS) problems.push(missed);
    else console.log(`${missed}, on a machine that is too busy to judge`);
  }
  if (during.failed > 0) problems.push(`/health failed ${during.failed} times`);
  if (during.peakMb - baseMb > MAX_GROWTH_MB) problems.push(`the memory grew by more than ${MAX_GROWTH_MB} MB`);
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
}

interface Probed {
  readonly asked: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly peakMb: number;
  /** The memory at every half minute. */
  readonly curveMb: readonly number[];
}

/** Asks for `/health` on one connection, again and again, and looks at the memory. */
function probe(port: number, pid: number): { stop(): Probed } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const taken: number[] = [];
  let [failed, isOver] = [0, false];
  const ask = async (): Promise<void> => {
    while (!isOver) {
      const sentAt = performance.now();
      if ((await statusOf(port, "/health", { agent })) !== 200) failed++;
      taken.push(performance.now() - sentAt);
      await delay(PROBE_MS);
    }
  };
  const looks: number[] = [];
  const look = setInterval(() => looks.push(residentMb(pid) ?? 0), LOOK_MS);
  void ask();
  return {
    stop() {
      isOver = true;
      clearInterval(look);
      agent.destroy();
      const sorted = taken.toSorted((one, other) => one - other);
      const curveMb = looks.filter((_, place) => place % (CURVE_MS / LOOK_MS) === 0);
      const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
      return {
        asked: taken.length,
        failed,
        p50Ms: at(0.5),
        p99Ms: at(0.99),
        maxMs: at(1),
        peakMb: Math.max(0, ...looks),
        curveMb,
      };
    },
  };
}

/** The first script of each page: their names hold a hash of their text. */
async function listScripts(port: number, pages: readonly string[]): Promise<readonly string[]> {
  return Promise.all(
    pages.map(async (path) => {
      const page = await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
      const script = /<script[^>]* src="(\/[^"]+)"/.exec(page)?.[1];
      if (script === undefined) throw new Error(`${path} loads no script`);
      return script;
    }),
  );
}

async function workingProblems(port: number): Promise<string[]> {
  const problems: string[] = [];
  for (const path of WORKING) {
    const status = await statusOf(port, path, path.startsWith("/Search") ? { headers: LOOKUP } : {});
    if (status !== 200) problems.push(`${path} was answered with ${status}`);
  }
  return problems;
}

/** 0 without an answer. */
function statusOf(port: number, path: string, options: RequestOptions): Promise<number> {
  return new Promise((resolve) => {
    const request = get({ host: "127.0.0.1", port, path, timeout: 30_000, ...options }, (answer) => {
      answer.resume();
      answer.once("close", () => resolve(answer.statusCode ?? 0));
    });
    request.once("timeout", () => request.destroy());
    request.once("error", () => resolve(0));
  });
}

function mb(value: number): string {
  return `${value.toFixed(0)} MB`;
}

function times({ asked, p50Ms, p99Ms, maxMs }: Probed): string {
  return `${asked} times, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, at most ${maxMs.toFixed(0)} ms`;
}
