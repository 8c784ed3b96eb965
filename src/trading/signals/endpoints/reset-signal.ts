import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { SignalDeps } from "../deps.ts";
import { signalErrors } from "../errors.ts";
import { doerOf } from "../viewer.ts";

export const resetSignal = endpoint({
  id: "signals.resetSignal",
  method: ["GET", "POST"],
  path: "/marketplace/signal-reset",
  auth: "change",
  permission: "signals",
  summary: "Begin a new record of a signal",
  description:
    "Only its owner may reset it, and only while it is closed. Its record so far no longer counts: `deleted` says " +
    "how much that is. Earlier iterations stay to be seen in marketplace/signals-feed, marked as reset.",
  input: { params: Type.Object({ id }) },
  output: json(mutation({ deleted: Type.Object({ iterations: Type.Integer(), price_points: Type.Integer() }) })),
  errors: [signalErrors.notFound, signalErrors.notYours, signalErrors.open],
  examples: [
    { name: "a signal that there is not", body: { id: "1" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ signals, clock }: SignalDeps & ClockDeps, { input: { params }, actor }) {
    const { iterations } = await signals.resetSignal(doerOf(actor, clock.now()), Number(params.id));
    const message = `The signal begins a new record; ${iterations} iterations count no more`;
    // Each iteration has a price of its opening and one of its closing.
    return { status: true as const, id: params.id, message, deleted: { iterations, price_points: 2 * iterations } };
  },
});
