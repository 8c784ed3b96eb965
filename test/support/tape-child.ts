/**
 * Records a market without end, for a test that kills it. The ask of each of its markets counts up. After each flush
 * it reports how far the files go.
 *
 *   node tape-child.mjs FOLDER FIRST
 */
import { systemClock } from "../../src/kit/time/clock.ts";
import { fromMillis } from "../../src/kit/time/instant.ts";
import { openTape } from "../../src/trading/tape/index.ts";
import { tapeMarket } from "./tape-market.ts";
import { TAPE_OPTIONS } from "./tape-world.ts";

/** Shortly before midnight, so that a day ends while it records. */
const START_MS = Date.parse("2026-03-02T23:40:00Z");
const STEP_MS = 500;
const STEPS_A_FLUSH = 100;
const CODES = ["alpha-btcusdt", "alpha-ethusdt"];

const [dataDir = "", first = "1"] = process.argv.slice(2);
let count = Number(first) - 1;
const clock = { ...systemClock(), now: () => fromMillis(START_MS + count * STEP_MS), every: () => undefined };
const market = tapeMarket(CODES, clock);
const tape = openTape({
  dataDir,
  market,
  clock,
  ...TAPE_OPTIONS,
  flushSeconds: 10,
});
tape.start();
for (let flushes = 1; ; flushes++) {
  for (let step = 0; step < STEPS_A_FLUSH; step++) {
    count++;
    for (const code of CODES) {
      market.set(code, { ask: count, bid: 1 });
      market.trade(code, { id: String(count), price: count });
    }
  }
  if (await tape.flush()) process.stdout.write(`${JSON.stringify({ event: "flushed", count })}\n`);
  if (flushes % 10 === 0) await tape.maintain();
}
