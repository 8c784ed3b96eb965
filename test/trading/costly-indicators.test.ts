/** Indicators of many candles count as more than one request. */
import { expect, test } from "vitest";
import { memoryLimiter } from "../../src/kit/limits/memory-limiter.ts";
import { manualClock } from "../support/manual-clock.ts";
import { tradingWorld } from "../support/trading-world.ts";

const ALLOWED = 20;
const clock = manualClock();
const world = await tradingWorld({
  settings: { TRIPOD_TRADING_PUBLIC_REQUESTS_PER_MINUTE: String(ALLOWED) },
  limiter: memoryLimiter({ clock }),
});

/** How many requests an answer about so many hours counts as, and how many values are in it. */
async function askIndicators(hours: number) {
  await clock.advance(600_000);
  const timefrom = 1_599_600_000;
  const period = { interval: "1h", timefrom, timeto: timefrom + hours * 3_600 };
  const params = { exchange: "simalpha", symbol: "BTC/USDT", ...period };
  const { status, json } = await world.ask("GET", "backtesting/technical-indicators", { params });
  expect(status).toBe(200);
  const { indicators } = json.data as { readonly indicators: object };
  const values = Object.values(indicators).flatMap((each: object) => Object.values(each).flat()).length;
  let left = 0;
  while ((await world.ask("GET", "system/ping")).status === 200) left++;
  return { cost: ALLOWED - left, values };
}

test("each 50,000 values of indicators count as one more request", async () => {
  expect(await askIndicators(5)).toMatchObject({ cost: 1 });
  const { cost, values } = await askIndicators(4_999);
  expect(values).toBeGreaterThan(100_000);
  expect(cost).toBe(1 + Math.floor(values / 50_000));
});
