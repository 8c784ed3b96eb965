import { Type } from "typebox";
import { hashSecret } from "../../../kit/auth/hash-secret.ts";
import { json } from "../../../kit/endpoint/output.ts";
import { DAY_MS, MINUTE_MS } from "../../../kit/time/spans.ts";
import { endpoint } from "../../endpoint.ts";
import type { ApiUrlDeps, ClockDeps, RandomDeps } from "../../platform-deps.ts";
import { unfitParameter } from "../../refuse-parameters.ts";
import { amount, EMPTY_OR_NOT_BLANK, id, mutation } from "../../shapes.ts";
import type { HookDeps } from "../deps.ts";
import { signalErrors } from "../errors.ts";
import { hook } from "../records.ts";
import { showHook } from "../show-hook.ts";
import { doerOf } from "../viewer.ts";

const TOKEN_BYTES = 32;

export const createHook = endpoint({
  id: "signals.createHook",
  method: ["GET", "POST"],
  path: "/marketplace/hooks/create",
  auth: "change",
  permission: "signals",
  summary: "Make an address that charting tools trigger a signal with",
  description:
    "The address holds a secret and is shown once: anyone with it can trigger the signal. Put it into an alert of TradingView or " +
    "of another tool as its webhook. `execute_within` and `maximum_amount` count for messages that do not say. A signal has " +
    "at most 20.",
  input: {
    params: Type.Object({
      id,
      maximum_amount: amount,
      execute_within: Type.Integer({
        minimum: 1,
        maximum: DAY_MS,
        default: MINUTE_MS,
        description: "Milliseconds in which strategies that follow the signal may begin",
      }),
      label: Type.String({ maxLength: 100, pattern: EMPTY_OR_NOT_BLANK, default: "" }),
    }),
  },
  output: json(
    mutation({
      url: Type.String({
        description: "Shown once; begins with TRIPOD_TRADING_BASE_URL, where the operator has set it",
      }),
      hook,
    }),
  ),
  errors: [signalErrors.notFound, signalErrors.notYours, signalErrors.tooManyHooks],
  beyondSpec: true,
  examples: [
    { name: "a signal that there is not", body: { id: "1", maximum_amount: "1000" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run(deps: HookDeps & RandomDeps & ApiUrlDeps & ClockDeps, { input: { params }, actor }) {
    const { signalHooks, random, apiUrl, clock } = deps;
    if (Number(params.maximum_amount) === 0) throw unfitParameter("maximum_amount", "amount", "must be above 0");
    const token = Buffer.from(random.bytes(TOKEN_BYTES)).toString("base64url");
    const made = await signalHooks.addHook(doerOf(actor, clock.now()), {
      signalId: Number(params.id),
      label: params.label,
      tokenHash: hashSecret(token),
      executeWithinMs: params.execute_within,
      maximumAmount: params.maximum_amount,
    });
    return {
      status: true as const,
      id: String(made.id),
      message: "Keep the address secret: it is not shown again",
      url: `${apiUrl}/marketplace/hooks/in/${token}`,
      hook: showHook(made),
    };
  },
});
