import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { CandleDeps } from "../../indicators/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { priceMovement, spanOfMovement } from "../core/price-movement.ts";
import type { SignalDeps } from "../deps.ts";
import { signalErrors } from "../errors.ts";
import { iterationNumber, signalId } from "../parameters.ts";
import { viewerOf } from "../viewer.ts";

const moment = Type.Union([Type.Object({ ms: Type.Integer(), price: Type.Number() }), Type.Null()], {
  description: "Null where nothing was recorded",
});

export const showPriceMovement = endpoint({
  id: "signals.showPriceMovement",
  method: ["GET", "POST"],
  path: "/marketplace/signals-iteration-price-movement",
  auth: "user",
  permission: "signals",
  summary: "The price during an iteration",
  description:
    "Closing prices of the candles that begin after its opening and end by its closing, or until now where it is open, with " +
    "the profit that each would have brought net of fees: at most 1,000, so of one that is longer than 166 days the end. Each " +
    "is named by the first millisecond of its candle; `high` and `low` are of these candles. It is seen as late as in " +
    "marketplace/signals-feed. `gaps` says from when to when nothing is known; nothing is interpolated.",
  input: { params: Type.Object({ id: signalId, iteration: iterationNumber }) },
  output: json(
    Type.Object({
      id: Type.String(),
      iteration: Type.Integer(),
      code: Type.String(),
      opened: Type.Integer(),
      closed: Type.Union([Type.Integer(), Type.Null()]),
      open_price: Type.Union([Type.Number(), Type.Null()]),
      close_price: Type.Union([Type.Number(), Type.Null()]),
      points: Type.Array(Type.Array(Type.Number(), { minItems: 3, maxItems: 3 })),
      high: moment,
      low: moment,
      gaps: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 })),
    }),
  ),
  errors: [signalErrors.notFound, signalErrors.iterationNotFound],
  examples: [
    { name: "a signal that there is not", body: { id: "1", iteration: "1" }, status: 404 },
    { name: "no iteration", body: { id: "1" }, status: 422 },
  ],

  async run({ signals, candles, clock }: SignalDeps & CandleDeps & ClockDeps, { input: { params }, actor }) {
    const viewer = viewerOf(actor, clock.now());
    const found = await signals.findSignal(viewer, Number(params.id));
    if (!found) throw signalErrors.notFound({ id: params.id });
    const seen = await signals.findIteration(viewer, found.id, Number(params.iteration));
    if (!seen) throw signalErrors.iterationNotFound({ id: params.id, iteration: params.iteration });
    const nowMs = Math.floor(toMillis(clock.now()));
    const { interval, fromMs, toMs } = spanOfMovement(seen.openedMs, seen.closedMs, nowMs);
    const movement = priceMovement(seen, await candles.candles(found.code, interval, fromMs, toMs));
    return {
      id: params.id,
      iteration: seen.number,
      code: found.code,
      opened: seen.openedMs,
      closed: seen.closedMs,
      open_price: seen.openPrice === null ? null : Number(seen.openPrice),
      close_price: seen.closePrice === null ? null : Number(seen.closePrice),
      ...movement,
    };
  },
});
