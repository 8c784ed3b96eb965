/** The spread of two markets, minute by minute, the slow and obvious way. */
import { difference, significant } from "../../../kit/money/decimals.ts";
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import { CARRY_MS, type PriceColumns, type SpreadMinute } from "./spread-minutes.ts";

export function naiveSpreadMinutes(
  asks: PriceColumns,
  bids: PriceColumns,
  fromMs: number,
  toMs: number,
): SpreadMinute[] {
  const minutes: SpreadMinute[] = [];
  for (let startMs = fromMs; startMs < toMs; startMs += MINUTE_MS) {
    const endMs = Math.min(startMs + MINUTE_MS, toMs);
    const moments = new Set([startMs]);
    for (const ms of [...timesOf(asks), ...timesOf(bids)]) if (ms >= startMs && ms < endMs) moments.add(ms);
    const known: { price: number; ratio: number }[] = [];
    for (const at of [...moments].toSorted((one, other) => one - other)) {
      const ask = priceAt(asks, at);
      const bid = priceAt(bids, at);
      if (ask > 0 && bid > 0) known.push({ price: difference(ask, bid), ratio: significant(ask / bid) });
    }
    if (known.length === 0) continue;
    minutes.push({
      startMs,
      price: candleOf(known.map(({ price }) => price)),
      ratio: candleOf(known.map(({ ratio }) => ratio)),
    });
  }
  return minutes;
}

function timesOf({ ms, count }: PriceColumns): number[] {
  return [...ms.subarray(0, count)];
}

/** Of the last row at or before `at`, unless it is too old. */
function priceAt(side: PriceColumns, at: number): number {
  let price = 0;
  for (const [row, ms] of timesOf(side).entries()) {
    if (ms <= at) price = at - ms < CARRY_MS ? (side.price[row] ?? 0) : 0;
  }
  return price;
}

function candleOf(values: readonly number[]): SpreadMinute["price"] {
  return {
    open: values[0] ?? 0,
    high: Math.max(...values),
    low: Math.min(...values),
    close: values.at(-1) ?? 0,
  };
}
