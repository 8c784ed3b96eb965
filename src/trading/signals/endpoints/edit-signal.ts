import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation, NOT_BLANK } from "../../shapes.ts";
import type { SignalDeps } from "../deps.ts";
import { signalErrors } from "../errors.ts";
import { signal } from "../records.ts";
import { readSignal } from "../read-signal.ts";
import { doerOf, viewerOf } from "../viewer.ts";

export const editSignal = endpoint({
  id: "signals.editSignal",
  method: ["GET", "POST"],
  path: "/marketplace/signals-edit",
  auth: "change",
  permission: "signals",
  summary: "Edit a signal",
  description:
    "Changes its name and its notes. Market, price and fees stay, and so does everything that was triggered.",
  input: {
    params: Type.Object({
      id,
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: NOT_BLANK })),
      custom_1: Type.Optional(Type.String({ maxLength: 500 })),
      custom_2: Type.Optional(Type.String({ maxLength: 500 })),
      custom_3: Type.Optional(Type.String({ maxLength: 500 })),
      custom_4: Type.Optional(Type.String({ maxLength: 500 })),
    }),
  },
  output: json(mutation({ signal: signal })),
  errors: [signalErrors.notFound, signalErrors.notYours],
  examples: [
    { name: "a signal that there is not", body: { id: "1" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ signals, clock }: SignalDeps & ClockDeps, { input: { params }, actor }) {
    const at = clock.now();
    const custom = [params.custom_1, params.custom_2, params.custom_3, params.custom_4];
    await signals.editSignal(doerOf(actor, at), Number(params.id), { name: params.name, custom });
    const edited = await readSignal(signals, viewerOf(actor, at), Number(params.id));
    return { status: true as const, id: params.id, message: "The signal is changed", signal: edited };
  },
});
