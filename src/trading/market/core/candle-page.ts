/** What one page of an exchange's candles proves. */
import type { Candle } from "../../exchanges/index.ts";
import type { Span } from "../../tape/index.ts";

/** This many candles every exchange answers at once, where it has them. */
const SMALLEST_PAGE = 100;

interface ReadPage {
  /** Those that begin at or after the asked time, sorted, each once. */
  readonly candles: readonly Candle[];
  /** Between these two the exchange has told everything; undefined where that is nothing. */
  readonly known: Span | undefined;
  /** From where to ask on. Always later than what was asked. */
  readonly nextMs: number;
}

/**
 * An exchange answers candles from a time on: at most as many as it likes, and only as far back as it keeps them. The
 * time between two candles of one page was quiet. What is before the first candle is unknown, unless it is the
 * requested one. So the next page is requested from the last candle on, and proves that the two are adjacent. An
 * exchange that then has only that candle again says that what follows was quiet, for as long as its smallest page.
 *
 * @param asked where the page was asked from, and how long a candle is
 */
export function readPage(
  answered: readonly Candle[],
  asked: { readonly fromMs: number; readonly lengthMs: number; readonly limit: number },
): ReadPage {
  const { fromMs, lengthMs, limit } = asked;
  const byStart = new Map(
    answered
      .filter((candle) => candle.startMs >= fromMs && candle.startMs % lengthMs === 0 && isPriced(candle))
      .map((candle) => [candle.startMs, candle]),
  );
  const candles = [...byStart.values()].toSorted((one, other) => one.startMs - other.startMs);
  const [first, last] = [candles[0], candles.at(-1)];
  if (!first || !last) return { candles, known: undefined, nextMs: fromMs + limit * lengthMs };
  if (last.startMs > fromMs) {
    return { candles, known: { fromMs: first.startMs, toMs: last.startMs + lengthMs }, nextMs: last.startMs };
  }
  const toMs = fromMs + SMALLEST_PAGE * lengthMs;
  return { candles, known: { fromMs, toMs }, nextMs: toMs };
}

function isPriced({ open, high, low, close, volume }: Candle): boolean {
  return [open, high, low, close].every((price) => Number.isFinite(price) && price > 0) && volume >= 0;
}
