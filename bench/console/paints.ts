/** When a browser that has nothing of the console yet shows something of it, and the page that was asked for. */
import type { Browser, Page } from "playwright-core";
import { atMost, ratioOf, summary, type Report } from "./figures.ts";

interface Line {
  readonly title: string;
  /** Of the first paint. */
  readonly goal: string;
  readonly bitsPerSecond?: number;
  /** Of each request. */
  readonly latencyMs?: number;
  /** How many times slower the processor is made. */
  readonly slowness?: number;
}

export const FAST: Line = { title: "loopback", goal: "300 ms" };
export const SLOW: Line = {
  title: "1.6 Mbit/s, processor 4 x slower",
  goal: "1.5 s",
  bitsPerSecond: 1_600_000,
  slowness: 4,
};
/** As Lighthouse takes a slow phone in a slow net to be. */
export const SLOW_AND_FAR: Line = { ...SLOW, title: "the same, and 150 ms away", goal: "", latencyMs: 150 };

const PAGES = ["/console", "/console/registry/servers", "/console/players/live", "/console/trading/markets"];
const ROUNDS = 12;
/** A page that shows nothing by then is given up. */
const LIMIT_MS = 15_000;
/** Now and then Chromium reports no paint of a page in a new profile. Then the page is opened again. */
const MOST_ATTEMPTS = 4;

interface Compared {
  readonly browser: Browser;
  readonly origin: string;
  /** Address of the bare page. */
  readonly bare: string;
  readonly line: Line;
  readonly report: Report;
}

interface Shown {
  readonly firstMs: number;
  readonly headingMs: number;
}

export async function measurePaints({ browser, origin, bare, line, report }: Compared): Promise<void> {
  // The first page of a process compiles what the others find compiled.
  await paintOf(browser, `${origin}${PAGES[0] ?? ""}`, line);
  for (const path of PAGES) {
    const [ours, theirs]: [Shown[], Shown[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await paintOf(browser, `${origin}${path}`, line));
      theirs.push(await paintOf(browser, bare, line));
    }
    const first = ours.map(({ firstMs }) => firstMs);
    const bareFirst = theirs.map(({ firstMs }) => firstMs);
    const what = `${line.title}: ${path}`;
    report(`${what}, first paint`, `${summary(first)}; ${ratioOf(first, bareFirst)} bare`, line.goal);
    report(`${what}, its heading`, summary(ours.map(({ headingMs }) => headingMs)));
  }
}

async function paintOf(browser: Browser, address: string, line: Line): Promise<Shown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryPaintOf(browser, address, line);
    } catch (error) {
      if (attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

async function tryPaintOf(browser: Browser, address: string, line: Line): Promise<Shown> {
  // Nothing is cached in a new profile.
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await slowDown(page, line);
    await page.goto(address, { waitUntil: "commit", timeout: LIMIT_MS });
    return await atMost(LIMIT_MS, `a paint of ${address}`, page.evaluate<Shown>(WHEN_SHOWN));
  } finally {
    await context.close();
  }
}

async function slowDown(page: Page, { bitsPerSecond, latencyMs = 0, slowness }: Line): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  if (bitsPerSecond !== undefined) {
    const bytes = bitsPerSecond / 8;
    await tools.send("Network.enable");
    await tools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: latencyMs,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    });
  }
  if (slowness !== undefined) await tools.send("Emulation.setCPUThrottlingRate", { rate: slowness });
}

/**
 * In the browser: the first paint with content, and the frame that shows a heading of the first level. Times are from the
 * navigation on. Entries that came before this began to look are delivered too.
 */
const WHEN_SHOWN = `Promise.all([
  new Promise((done) => {
    new PerformanceObserver((list) => {
      const [first] = list.getEntriesByName("first-contentful-paint");
      if (first) done(first.startTime);
    }).observe({ type: "paint", buffered: true });
  }),
  new Promise((done) => {
    const look = (now) => (document.querySelector("h1") ? done(now) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  }),
]).then(([firstMs, headingMs]) => ({ firstMs, headingMs }))`;
