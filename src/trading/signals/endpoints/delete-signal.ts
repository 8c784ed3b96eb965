import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { ledgerErrors } from "../../ledger/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import type { SignalDeps } from "../deps.ts";
import { signalErrors } from "../errors.ts";
import { signalId } from "../parameters.ts";
import { doerOf } from "../viewer.ts";

export const deleteSignal = endpoint({
  id: "signals.deleteSignal",
  method: ["GET", "POST"],
  path: "/marketplace/signal-delete",
  auth: "change",
  permission: "signals",
  summary: "Delete a signal",
  description:
    "A signal that is closed is taken off the market: its hooks take no messages any more, and its subscriptions end. What " +
    "subscribers have paid for time that is left is paid back to them from the author's balance.",
  input: { params: Type.Object({ id: signalId }) },
  output: json(mutation({ subscriptions: Type.Integer({ description: "That have ended" }) })),
  errors: [signalErrors.notFound, signalErrors.notYours, signalErrors.open, ledgerErrors.insufficient],
  examples: [
    { name: "a signal that there is not", body: { id: "1" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ signals, clock }: SignalDeps & ClockDeps, { input: { params }, actor }) {
    const { subscriptions } = await signals.deleteSignal(doerOf(actor, clock.now()), Number(params.id));
    return { status: true as const, id: params.id, message: "The signal is deleted", subscriptions };
  },
});
