/** The best prices of a time, as a backtest reads them: from its first moment on, and each change once. */
import { expect, onTestFinished, test } from "vitest";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { tapeMarket } from "../../../../test/support/tape-market.ts";
import { TAPE_OPTIONS } from "../../../../test/support/tape-world.ts";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { WithHeaders } from "../../../kit/endpoint/output.ts";
import { openTape } from "../../tape/index.ts";
import { fetchOrderbookHistory } from "./fetch-orderbook-history.ts";

const NOON = Date.parse("2026-03-02T12:00:00Z");
const X = "alpha-btcusdt";

async function world() {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const clock = manualClock(NOON);
  const market = tapeMarket([X], clock);
  const open = () => openTape({ ...TAPE_OPTIONS, dataDir: folder.path, market, clock, bufferRows: 100_000 });
  let tape = open();
  tape.start();
  onTestFinished(() => tape.stop());
  return {
    clock,
    market,
    async stopRecording() {
      await tape.stop();
      tape = open();
    },
    startRecording: () => tape.start(),
    /** Seconds after noon. */
    async history(from: number, to: number) {
      const period = { timefrom: NOON / 1_000 + from, timeto: NOON / 1_000 + to };
      const params = { exchange: "alpha", symbol: "BTC/USDT", type: "spot", ...period };
      const call = { input: { params }, actor: undefined, requestId: "1", signal: new AbortController().signal };
      const answer = await fetchOrderbookHistory.run({ tape, market, clock }, call);
      return answer instanceof WithHeaders ? answer.value : answer;
    },
  };
}

test("the first row is what held at the beginning, also where that is that no price was known", async () => {
  const { clock, market, history, stopRecording } = await world();
  market.set(X, { ask: 101, bid: 100, askQuantity: 2 });
  await clock.advance(45_000);
  expect(await history(40, 60)).toMatchObject({ count: 1, orderbook: [[NOON + 40_000, 101, 2, 100, 1]], gaps: [] });
  // A change of the first moment is the first row itself.
  expect(await history(0, 60)).toMatchObject({ count: 1, orderbook: [[NOON, 101, 2, 100, 1]] });
  // Nothing holds for longer than a minute.
  await clock.advance(1_000);
  await stopRecording();
  await clock.advance(20_000);
  expect(await history(50, 60)).toMatchObject({ count: 1, orderbook: [[NOON + 50_000, 0, 0, 0, 0]], gaps: [] });
  await clock.advance(100_000);
  const gap = { from: NOON + 120_000, to: NOON + 130_000, reason: "not_recorded" };
  expect(await history(120, 130)).toMatchObject({ count: 0, orderbook: [], gaps: [gap] });
});

test("changes that are too many for one answer are whole over several", async () => {
  const { clock, market, history } = await world();
  const rows = 50_500;
  for (let row = 0; row < rows; row++) {
    market.set(X, { ask: 1_000 + row, bid: 100 });
    clock.jump(1);
  }
  const first = await history(0, 60);
  expect(first).toMatchObject({ count: 49_000, to: NOON + 49_000, seconds: 49, gaps: [] });
  const second = await history(49, 60);
  expect(second).toMatchObject({ to: NOON + 60_000 });
  const found = [...first.orderbook, ...second.orderbook].map(([ms, ask]) => [(ms ?? 0) - NOON, (ask ?? 0) - 1_000]);
  expect(found).toEqual(Array.from({ length: rows }, (_, row) => [row, row]));
});

test("a pause after an orderly stop is a gap, and a time in which the recorder knew no price is not", async () => {
  const { clock, market, history, startRecording, stopRecording } = await world();
  market.set(X, { ask: 101, bid: 100 });
  await clock.advance(40_000);
  market.setState(X, "stale");
  await clock.advance(200_000);
  market.set(X, { ask: 102, bid: 100 });
  await clock.advance(60_000);
  await stopRecording();
  await clock.advance(600_000);
  market.setState(X, "stale");
  startRecording();
  await clock.advance(10_000);
  market.set(X, { ask: 103, bid: 100 });
  await clock.advance(10_000);
  const [stopped, heard] = [NOON + 300_000, NOON + 910_000];
  // A row holds for a minute, also one that says that no price is known.
  const gap = { from: stopped + 60_000, to: heard, reason: "not_recorded" };
  expect(await history(0, 920)).toMatchObject({
    orderbook: [
      [NOON, 101, 1, 100, 1],
      [NOON + 40_000, 0, 0, 0, 0],
      [NOON + 240_000, 102, 1, 100, 1],
      [stopped, 0, 0, 0, 0],
      [heard, 103, 1, 100, 1],
    ],
    gaps: [gap],
  });
  // What was unknown for long at the beginning of the range is not a gap either.
  expect(await history(180, 240)).toMatchObject({ orderbook: [[NOON + 180_000, 0, 0, 0, 0]], gaps: [] });
  expect(await history(420, 480)).toMatchObject({
    orderbook: [],
    gaps: [{ from: NOON + 420_000, to: NOON + 480_000, reason: "not_recorded" }],
  });
});
