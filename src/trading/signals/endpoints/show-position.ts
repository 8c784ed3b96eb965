import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { MINUTE_MS, SECOND_MS } from "../../../kit/time/spans.ts";
import { endpoint } from "../../endpoint.ts";
import type { CandleDeps } from "../../indicators/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { unfitParameter } from "../../refuse-parameters.ts";
import { id, sentSeconds } from "../../shapes.ts";
import { closingSide, openingSide } from "../core/trigger.ts";
import type { SignalDeps } from "../deps.ts";
import { signalErrors } from "../errors.ts";
import type { SeenIteration } from "../store.ts";
import { viewerOf } from "../viewer.ts";

const INTERVALS = ["1m", "3m", "5m", "15m", "30m", "1h", "2h", "4h"] as const;
const MINUTES: Readonly<Record<(typeof INTERVALS)[number], number>> = {
  "1m": 1,
  "3m": 3,
  "5m": 5,
  "15m": 15,
  "30m": 30,
  "1h": 60,
  "2h": 120,
  "4h": 240,
};
/** Candles and iterations of one answer. */
const SHOWN_CANDLES = 300;
const MOST_CANDLES = 1_500;
const MOST_ITERATIONS = 1_000;

export const showPosition = endpoint({
  id: "signals.showPosition",
  method: ["GET", "POST"],
  path: "/marketplace/signals-position",
  auth: "user",
  permission: "signals",
  summary: "Positions of a signal on a chart",
  description:
    "Candles of its market, and when it was opened and closed, as late as in marketplace/signals-feed: at most 1,500 candles " +
    "and the newest 1,000 iterations between `from` and `to`, the last 300 candles where they are left out. A trigger whose " +
    "price the tape does not have is not shown.",
  input: {
    params: Type.Object({
      id,
      interval: Type.Enum([...INTERVALS], { default: "1h" }),
      from: Type.Optional(sentSeconds),
      to: Type.Optional(sentSeconds),
    }),
  },
  output: json(
    Type.Object({
      id: Type.String(),
      code: Type.String(),
      interval: Type.String(),
      klines: Type.Array(Type.Array(Type.Number(), { minItems: 6, maxItems: 6 })),
      positions: Type.Array(
        Type.Object({
          iteration: Type.Integer(),
          action: Type.String(),
          side: Type.String(),
          price: Type.Number(),
          time: Type.Integer(),
        }),
      ),
    }),
  ),
  errors: [signalErrors.notFound],
  examples: [
    { name: "a signal that there is not", body: { id: "1" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ signals, candles, clock }: SignalDeps & CandleDeps & ClockDeps, { input: { params }, actor }) {
    const viewer = viewerOf(actor, clock.now());
    const span = spanOf(params, toMillis(clock.now()));
    const found = await signals.findSignal(viewer, Number(params.id));
    if (!found) throw signalErrors.notFound({ id: params.id });
    const iterations = await signals.listIterationsIn(viewer, found.id, span, MOST_ITERATIONS);
    const chart = await candles.candles(found.code, params.interval, span.fromMs, span.toMs);
    const klines = Array.from({ length: chart.ms.length }, (_, row) =>
      [chart.ms, chart.open, chart.high, chart.low, chart.close, chart.volume].map((column) => column[row] ?? 0),
    );
    const positions = iterations.flatMap(positionsOf).filter(({ time }) => time >= span.fromMs && time < span.toMs);
    return { id: params.id, code: found.code, interval: params.interval, klines, positions };
  },
});

interface Asked {
  readonly interval: (typeof INTERVALS)[number];
  readonly from?: number;
  readonly to?: number;
}

function spanOf({ interval, from, to }: Asked, nowMs: number): { readonly fromMs: number; readonly toMs: number } {
  const lengthMs = MINUTES[interval] * MINUTE_MS;
  const toMs = to === undefined ? Math.floor(nowMs) + 1 : to * SECOND_MS;
  const fromMs = from === undefined ? toMs - SHOWN_CANDLES * lengthMs : from * SECOND_MS;
  if (fromMs >= toMs) throw unfitParameter("from", "span", "must be before to");
  if (toMs - fromMs > MOST_CANDLES * lengthMs) {
    throw unfitParameter("from", "span", `must be at most ${MOST_CANDLES} candles before to`);
  }
  return { fromMs, toMs };
}

function positionsOf({ number, direction, openedMs, openPrice, closedMs, closePrice }: SeenIteration) {
  const shown = (action: string, side: string, price: string | null, time: number | null) =>
    price === null || time === null ? [] : [{ iteration: number, action, side, price: Number(price), time }];
  return [
    ...shown("open", openingSide(direction), openPrice, openedMs),
    ...shown("close", closingSide(direction), closePrice, closedMs),
  ];
}
