/** Candles as they are recorded, which may be holes: minutes whose trades are not all known. Their prices are 0. */
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import { setCandle, emptyCandles, firstCandles, type CandleColumns } from "./candle-intervals.ts";
import { joinSpans, type Span } from "./spans.ts";

/** Both sorted by time. What was recorded of a minute before its hole was noticed is among the candles. */
export function splitHoles(recorded: CandleColumns): { readonly candles: CandleColumns; readonly holes: Span[] } {
  const candles = emptyCandles(recorded.count);
  const holes: Span[] = [];
  let count = 0;
  for (let row = 0; row < recorded.count; row++) {
    const fromMs = recorded.ms[row] ?? 0;
    if ((recorded.close[row] ?? 0) > 0) setCandle(recorded, row, candles, count++);
    else holes.push({ fromMs, toMs: fromMs + MINUTE_MS });
  }
  return { candles: firstCandles(candles, count), holes: joinSpans(holes) };
}
