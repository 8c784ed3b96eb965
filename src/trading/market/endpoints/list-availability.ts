import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { MINUTE_MS } from "../../../kit/time/spans.ts";
import { endpoint } from "../../endpoint.ts";
import { seconds } from "../../shapes.ts";
import {
  joinSpans,
  subtractSpans,
  tapeErrors,
  widenSpans,
  type Known,
  type Span,
  type TapeDeps,
} from "../../tape/index.ts";
import type { MarketDeps } from "../deps.ts";

interface Time {
  readonly tick_data: boolean;
  readonly start: number;
  readonly end: number;
}

export const listAvailability = endpoint({
  id: "market.listAvailability",
  method: ["GET", "POST"],
  path: "/backtesting/availability",
  auth: "public",
  summary: "What history there is",
  description:
    "Of which markets something is recorded or was imported, and from which second to which: a row for each time, and " +
    "days that follow one another are one time. `exchange`, `symbol` and `type` ask for it at " +
    "backtesting/technical-indicators and backtesting/orderbook-data. `interval` is that of the shortest candles, of " +
    "which the longer ones are made; `tick_data` says whether there are best prices or trades of that time too. A few " +
    "minutes old at most.",
  input: {},
  output: json(
    Type.Array(
      Type.Object({
        exchange: Type.String(),
        symbol: Type.String(),
        code: Type.String(),
        type: Type.String(),
        interval: Type.String(),
        tick_data: Type.Boolean(),
        start: seconds,
        end: seconds,
      }),
    ),
  ),
  errors: [tapeErrors.busy],
  examples: [{ name: "all" }],
  async run({ tape, market }: MarketDeps & TapeDeps) {
    const known = await tape.availability();
    const symbols = new Map(market.listings().map(({ market: { id, base, quote } }) => [id, `${base}/${quote}`]));
    return known.flatMap(({ code, kinds }) => {
      const listed = market.listing(code)?.market;
      const dash = code.indexOf("-");
      const id = code.slice(dash + 1);
      // Without its listing a market is found by letters and digits alone.
      if (!listed && !/^[a-z0-9]{3,40}$/.test(id)) return [];
      const named = {
        exchange: code.slice(0, dash),
        symbol: listed?.symbol ?? symbols.get(id) ?? id.toUpperCase(),
        code,
        type: listed?.type ?? "spot",
        interval: "1m",
      };
      return timesOf(kinds).map((time) => ({ ...named, ...time }));
    });
  },
});

/** The times with best prices or trades, and those in which there are candles alone. */
function timesOf({ tops = [], trades = [], candles = [] }: Known["kinds"]): Time[] {
  const ticks = joinSpans([...tops, ...trades].map(({ firstMs, lastMs }) => ({ fromMs: firstMs, toMs: lastMs + 1 })));
  const minutes = candles.map(({ firstMs, lastMs }) => ({ fromMs: firstMs, toMs: lastMs + MINUTE_MS }));
  // A candle begins before the first trade in it.
  const wide = widenSpans(ticks, MINUTE_MS);
  const times = [
    ...ticks.map((span) => timeOf(span, true)),
    ...subtractSpans(joinSpans(minutes), wide).map((span) => timeOf(span, false)),
  ];
  return times.toSorted((one, other) => one.start - other.start);
}

function timeOf({ fromMs, toMs }: Span, hasTicks: boolean): Time {
  return { tick_data: hasTicks, start: Math.floor(fromMs / 1_000), end: Math.floor((toMs - 1) / 1_000) };
}
