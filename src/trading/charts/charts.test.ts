/** Charts in real pages: a browser opens what the endpoint answers, on a page of another origin. */
import { existsSync } from "node:fs";
import { chromium, type Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { loopbackServer } from "../../../test/support/loopback-server.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { eventually, pushWorld } from "../../../test/support/push-world.ts";
import { scriptedMarket } from "../../../test/support/scripted-market.ts";
import type { AnyEndpoint } from "../../kit/endpoint/endpoint.ts";
import { MINUTE_MS } from "../../kit/time/spans.ts";
import type { CandleSource } from "../indicators/index.ts";
import type { TradeFlowListener } from "../market/index.ts";
import { embedChart } from "../market/endpoints/embed-chart.ts";
import { readChartScript } from "./chart-script.ts";
import { chartEndpoints } from "./endpoints/index.ts";

const CHROMIUM = "/usr/bin/chromium";
const NOW_MS = 1_700_000_040_000;
const SYMBOL = "simalpha-btcusdt";

/** A hundred candles that go up, down and up again, to the minute of now. */
const history: CandleSource = {
  async candles(_code, _interval, fromMs, toMs) {
    const starts = Array.from({ length: 100 }, (_, at) => Math.floor(NOW_MS / MINUTE_MS - 99 + at) * MINUTE_MS);
    const ms = Float64Array.from(starts.filter((start) => start >= fromMs && start < toMs));
    const [firstMs = 0] = starts;
    const gap = { fromMs: firstMs - 5 * MINUTE_MS, toMs: firstMs, reason: "not_recorded" as const };
    const close = ms.map((start) => 100 + 10 * Math.sin(start / MINUTE_MS / 8));
    const open = ms.map((start) => 100 + 10 * Math.sin((start / MINUTE_MS - 1) / 8));
    const high = close.map((value, at) => Math.max(value, open[at] ?? 0) + 1);
    const low = close.map((value, at) => Math.min(value, open[at] ?? 0) - 1);
    return { ms, open, high, low, close, volume: ms.map(() => 2), gaps: [gap] };
  },
};

async function world(candles: CandleSource = history) {
  const market = scriptedMarket();
  market.list(SYMBOL);
  market.setExchange("simalpha", { name: "Alpha (simulated)" });
  const clock = manualClock(NOW_MS);
  const deps = { candles, chartScript: readChartScript(), apiUrl: "/api/v2", clock, market };
  const endpoints: AnyEndpoint[] = [...chartEndpoints, embedChart];
  const listeners = new Set<TradeFlowListener>();
  const tradeFlow = {
    on(listener: TradeFlowListener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const { port } = await pushWorld({ market, endpoints, deps, tradeFlow });
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v2/${path}`);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const breakTrades = (sinceMs: number): void => {
    const listing = market.listing(SYMBOL);
    for (const listener of listeners) if (listing) listener(listing, sinceMs);
  };
  return { market, port, ask, breakTrades };
}

describe("the endpoints", () => {
  test("answer an include with the address that the caller has used", async () => {
    const { ask, port } = await world();
    const { data } = JSON.parse((await ask(`public/tradingview-charts?symbol=${SYMBOL}`)).text) as { data: unknown };
    expect(data).toEqual({
      symbol: SYMBOL,
      tradingview_symbol: "SIMALPHA:BTCUSDT",
      script: expect.stringContaining(`src="http://127.0.0.1:${port}/api/v2/public/chart.js?v=`),
      container_id: `tripod-chart-${SYMBOL}`,
    });
    expect((await ask("public/tradingview-charts?symbol=simalpha-nothing")).status).toBe(404);
    expect((await ask('public/tradingview-charts?symbol="><script>')).status).toBe(422);
  });

  test("serve the script to pages of all origins, to be kept", async () => {
    const { ask } = await world();
    const { status, headers, text } = await ask("public/chart.js?v=1");
    const { version } = readChartScript();
    const kept = await ask(`public/chart.js?v=${version}`);
    expect(kept.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect([status, text.length > 100_000]).toEqual([200, true]);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=86400",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      etag: expect.any(String),
    });
  });

  test("list the candles of the last intervals, and say that a market is simulated", async () => {
    const { ask } = await world();
    const { headers, text } = await ask(`public/chart-candles?symbol=${SYMBOL}&limit=3`);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    const one = JSON.parse(text) as { data: { candles: number[][]; gaps: unknown[] } };
    const { data } = one;
    expect(data).toMatchObject({
      gaps: [],
      symbol: SYMBOL,
      name: "BTC/USDT, Alpha (simulated)",
      interval: "1m",
      precision: 2,
    });
    const last = Math.floor(NOW_MS / MINUTE_MS) * MINUTE_MS;
    expect(data.candles.map(([ms]) => ms)).toEqual([last - 2 * MINUTE_MS, last - MINUTE_MS, last]);
    expect(data.candles[0]).toHaveLength(6);
    const whole = JSON.parse((await ask(`public/chart-candles?symbol=${SYMBOL}&limit=103`)).text) as typeof one;
    const from = last - 102 * MINUTE_MS;
    expect(whole.data.gaps).toEqual([{ from, to: from + 3 * MINUTE_MS, reason: "not_recorded" }]);
    const earlier = await ask(
      `public/chart-candles?symbol=${SYMBOL}&limit=2&to=${(last - 5 * MINUTE_MS) / 1_000 + 59}`,
    );
    const before = (JSON.parse(earlier.text) as typeof one).data;
    expect(before.candles.map(([ms]) => ms)).toEqual([last - 6 * MINUTE_MS, last - 5 * MINUTE_MS]);
    expect(before.gaps).toEqual([]);
    const later = await ask(`public/chart-candles?symbol=${SYMBOL}&limit=3&to=99999999999`);
    expect((JSON.parse(later.text) as typeof one).data.candles).toEqual(data.candles);
    for (const wrong of ["to=soon", "interval=7m", "limit=0", "limit=1001", "interval=__proto__"]) {
      expect((await ask(`public/chart-candles?symbol=${SYMBOL}&${wrong}`)).status).toBe(422);
    }
  });

  test("let pages of all origins read why candles are refused", async () => {
    const { ask, port } = await world();
    const refusals = [
      await ask(`public/chart-candles?symbol=${SYMBOL}&interval=7m`),
      await ask("public/chart-candles?symbol=simalpha-nothing"),
      await fetch(`http://127.0.0.1:${port}/api/v2/public/chart-candles`, { method: "DELETE" }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([422, 404, 404]);
    for (const { headers } of refusals) expect(headers.get("access-control-allow-origin")).toBe("*");
    expect((await ask("public/nothing")).headers.get("access-control-allow-origin")).toBeNull();
  });
});

/** How many pixels of the page have about this colour. */
function pixels(page: Page, [red, green, blue]: readonly [number, number, number]): Promise<number> {
  return page.evaluate(
    ([r, g, b]) => {
      // The page's own globals: this runs in the browser.
      const inPage = globalThis as unknown as {
        document: { querySelectorAll(name: string): Iterable<PageCanvas> };
      };
      interface PageCanvas {
        readonly width: number;
        readonly height: number;
        getContext(kind: "2d"): { getImageData(...box: number[]): { data: Uint8ClampedArray } } | null;
      }
      let count = 0;
      for (const canvas of inPage.document.querySelectorAll("canvas")) {
        if (canvas.width === 0 || canvas.height === 0) continue;
        const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        for (let at = 0; at < data.length; at += 4) {
          const near = (value: number | undefined, wanted: number) => Math.abs((value ?? 0) - wanted) < 12;
          if ((data[at + 3] ?? 0) > 200 && near(data[at], r) && near(data[at + 1], g) && near(data[at + 2], b)) count++;
        }
      }
      return count;
    },
    [red, green, blue] as const,
  );
}

const [RISING, FALLING] = [[0x26, 0xa6, 0x9a] as const, [0xef, 0x53, 0x50] as const];

describe.skipIf(!existsSync(CHROMIUM))("in a browser (skipped where Chromium is not installed)", () => {
  /** Opens the include on a page of another origin, and answers what went wrong there. */
  async function openChart({ port, ask }: Pick<Awaited<ReturnType<typeof world>>, "port" | "ask">) {
    const answer = JSON.parse((await ask(`public/tradingview-charts?symbol=${SYMBOL}`)).text) as {
      data: { script: string; container_id: string };
    };
    const policy = [
      "default-src 'none'",
      `script-src http://127.0.0.1:${port}`,
      `connect-src http://127.0.0.1:${port} ws://127.0.0.1:${port}`,
    ].join("; ");
    const site = await loopbackServer((request, response) => {
      response.writeHead(request.path === "/" ? 200 : 404, {
        "content-type": "text/html",
        "content-security-policy": policy,
      });
      response.end(request.path === "/" ? answer.data.script : "");
    });
    onTestFinished(() => site.close());
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 900, height: 500 } });
    const failures: string[] = [];
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) failures.push(message.text());
    });
    page.on("pageerror", (error) => failures.push(error.message));
    await page.goto(site.url.replace("127.0.0.1", "localhost"));

    return { page, failures, container: page.locator(`[id="${answer.data.container_id}"]`) };
  }

  test("a page with nothing but the include shows candles, and each trade as it comes", async () => {
    const { market, port, ask } = await world();
    const { page, failures, container } = await openChart({ port, ask });
    await eventually(() => container.getAttribute("data-candles")).toBe("100");
    expect(await container.getAttribute("data-missing")).toBe("5");
    await eventually(() => pixels(page, RISING)).toBeGreaterThan(1_000);
    expect(await pixels(page, FALLING)).toBeGreaterThan(1_000);
    await eventually(() => container.textContent()).toContain("BTC/USDT, Alpha (simulated) · 1m · UTC");
    expect(await container.textContent()).toContain("TradingView");

    await eventually(() => container.getAttribute("data-live")).toBe("1");
    const before = await pixels(page, RISING);
    // One huge candle that rises: nothing else is as large.
    market.addTrade(SYMBOL, { price: 100, atMs: NOW_MS + MINUTE_MS });
    market.addTrade(SYMBOL, { price: 100_000, atMs: NOW_MS + MINUTE_MS + 1 });
    await eventually(() => pixels(page, RISING)).not.toBe(before);
    await eventually(() => pixels(page, FALLING)).toBeLessThan(1_000);
    expect(failures).toEqual([]);
    expect(await page.evaluate("typeof LightweightCharts")).toBe("undefined");
  });

  test("where trades were missed, the chart asks for its candles again, at the break and after it, and keeps newer trades", async () => {
    let asked = 0;
    const { market, port, ask, breakTrades } = await world({
      candles: (code, interval, fromMs, toMs) => {
        asked++;
        // Each answer is told by how many candles it lacks.
        return history.candles(code, interval, fromMs, toMs - (asked - 1) * MINUTE_MS);
      },
    });
    const { failures, container } = await openChart({ port, ask });
    const candles = () => container.getAttribute("data-candles");
    await eventually(candles).toBe("100");
    await eventually(() => container.getAttribute("data-live")).toBe("1");
    breakTrades(NOW_MS);
    await eventually(candles).toBe("99");
    market.addTrade(SYMBOL, { price: 100, atMs: NOW_MS + MINUTE_MS });
    await eventually(candles).toBe("98");
    market.addTrade(SYMBOL, { price: 100, atMs: NOW_MS + MINUTE_MS + 1 });
    await eventually(() => container.getAttribute("data-live")).toBe("4");
    expect(asked).toBe(3);
    expect(failures).toEqual([]);
  });
});
