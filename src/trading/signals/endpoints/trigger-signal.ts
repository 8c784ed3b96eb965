import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { unfitParameter } from "../../refuse-parameters.ts";
import { amount, id } from "../../shapes.ts";
import type { SignalDeps } from "../deps.ts";
import { signalErrors } from "../errors.ts";
import { executeWithin } from "../parameters.ts";
import { triggerAnswer } from "../records.ts";
import { showTrigger } from "../show-trigger.ts";
import { triggerFacts, type TriggerFactsDeps } from "../trigger-facts.ts";
import { doerOf } from "../viewer.ts";

export const triggerSignal = endpoint({
  id: "signals.triggerSignal",
  method: ["GET", "POST"],
  path: "/marketplace/signals-trigger",
  auth: "change",
  permission: "signals",
  summary: "Open or close a position of a signal",
  description:
    "`action` must fit the present status, and the closing `signal` is the opposite of the opening one. Strategies of " +
    "subscribers act once for each. They begin within `execute_within` of the moment at which their subscriber's package " +
    "lets them know, and each trades at most `maximum_amount` in quote units; what was opened is closed however late it is. A " +
    "signal opens at most 1,440 times within 24 hours.",
  input: {
    params: Type.Object({
      id,
      signal: Type.Enum(["buy", "sell"]),
      action: Type.Enum(["open", "close"]),
      execute_within: executeWithin,
      maximum_amount: amount,
    }),
  },
  output: json(triggerAnswer),
  errors: [signalErrors.notFound, signalErrors.notYours, signalErrors.wrongTrigger],
  examples: [
    {
      name: "a signal that there is not",
      body: { id: "1", signal: "buy", action: "open", execute_within: 5000, maximum_amount: "1000" },
      status: 404,
    },
    { name: "no id", body: {}, status: 422 },
  ],

  async run(deps: SignalDeps & TriggerFactsDeps & ClockDeps, { input: { params }, actor }) {
    if (Number(params.maximum_amount) === 0) throw unfitParameter("maximum_amount", "amount", "must be above 0");
    const by = doerOf(actor, deps.clock.now());
    const target = await deps.signals.readTarget(by, Number(params.id));
    const accepted = await deps.signals.triggerSignal(by, {
      id: target.id,
      side: params.signal,
      action: params.action,
      executeWithinMs: params.execute_within,
      maximumAmount: params.maximum_amount,
      facts: triggerFacts(deps, target),
    });
    return showTrigger(accepted);
  },
});
