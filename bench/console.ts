/**
 * How fast the console is in Chromium, on this machine and on a slow phone. Prints a table; asserts nothing.
 *
 *   npm run bench -- console
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { freePort } from "../test/support/free-port.ts";

const CHROMIUM = "/usr/bin/chromium";
const ROUNDS = 20;
/** 1.6 Mbit/s, 150 ms, and a processor that is four times slower: a cheap phone on a bad line. */
const SLOW = { bytesPerSecond: 200_000, latencyMs: 150, slowness: 4 };

const PAGES = [
  ["home", "/console"],
  ["tool servers", "/console/registry/servers"],
  ["markets", "/console/trading/markets"],
] as const;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const load = (): string => (loadavg()[0] ?? 0).toFixed(1);

say(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, load ${load()} at the start`);
const folder = await mkdtemp(join(tmpdir(), "tripod-bench-console-"));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const server = spawn(process.execPath, [resolve("bin/tripod.js"), "serve", "all", "--demo"], {
  cwd: folder,
  env: { ...process.env, TRIPOD_PORT: String(port), TRIPOD_ADMIN_PORT: "0", TRIPOD_DATA_DIR: join(folder, "data") },
  stdio: "ignore",
});
try {
  await untilReady();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  await measure(browser);
  await browser.close();
} finally {
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
  await rm(folder, { recursive: true, force: true });
}
say(`load ${load()} at the end`);

async function measure(browser: Browser): Promise<void> {
  // The same browser and server, and a page of text: what no page can be faster than.
  const bare = await paints(browser, "/health", false);
  row("a page of text, first paint", bare, "");
  const slowBare = await paints(browser, "/health", true);
  for (const [name, path] of PAGES) {
    const fast = await paints(browser, path, false);
    row(`${name}, first paint (goal 300 ms)`, fast, `${ratio(fast, bare)} x a page of text`);
    const slow = await paints(browser, path, true);
    row(`${name}, on a slow phone (goal 1,500 ms)`, slow, `${ratio(slow, slowBare)} x a page of text there`);
  }
}

/** Milliseconds until something was painted, of pages that this browser profile has never seen. */
async function paints(browser: Browser, path: string, isSlow: boolean): Promise<number[]> {
  const found: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext(isSlow ? { viewport: { width: 390, height: 844 } } : {});
    const page = await context.newPage();
    if (isSlow) await slowDown(page);
    await page.goto(`${url}${path}`);
    found.push(await firstPaint(page));
    await context.close();
  }
  return found.toSorted((one, other) => one - other);
}

async function slowDown(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  const { bytesPerSecond, latencyMs, slowness } = SLOW;
  await tools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await tools.send("Emulation.setCPUThrottlingRate", { rate: slowness });
}

async function firstPaint(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const look = () => {
      const [paint] = performance.getEntriesByName("first-contentful-paint");
      if (paint) resolve(paint.startTime);
      else setTimeout(look, 10);
    };
    look();
  })`);
}

async function untilReady(): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/ready`).catch(() => undefined);
    if (answer?.ok === true) return;
    if (server.exitCode !== null) throw new Error("the demo ended");
    await new Promise((wake) => setTimeout(wake, 200));
  }
}

function row(name: string, sorted: readonly number[], beside: string): void {
  const at = (share: number): string => `${Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)} ms`;
  say(`${name.padEnd(52)} p50 ${at(0.5)}, p99 ${at(0.99)}`.padEnd(88) + beside);
}

function ratio(one: readonly number[], other: readonly number[]): string {
  const median = (of: readonly number[]): number => of[Math.floor(of.length / 2)] ?? 0;
  return (median(one) / median(other)).toFixed(1);
}
