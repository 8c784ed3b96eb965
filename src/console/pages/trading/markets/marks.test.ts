import { expect, test } from "vitest";
import { MINUTE_MS } from "../../../../kit/time/spans.ts";
import { placeMarks, type Mark } from "./marks.ts";

const mark = (ms: number, text: string): Mark => ({ ms, text, place: "above", tone: "plain" });

test("marks stand at the candles of their moments, in the order of time", () => {
  const times = [0, 1, 2, 4].map((minute) => minute * MINUTE_MS);
  const marks = [mark(4 * MINUTE_MS + 59_999, "late"), mark(MINUTE_MS, "early")];
  expect(placeMarks(marks, times, MINUTE_MS).map(({ text, candleMs }) => [text, candleMs / MINUTE_MS])).toEqual([
    ["early", 1],
    ["late", 4],
  ]);
});

test("a moment without a candle has no mark", () => {
  const times = [10, 12].map((minute) => minute * MINUTE_MS);
  expect(
    placeMarks(
      [9, 11, 13].map((minute) => mark(minute * MINUTE_MS, "")),
      times,
      MINUTE_MS,
    ),
  ).toEqual([]);
});
