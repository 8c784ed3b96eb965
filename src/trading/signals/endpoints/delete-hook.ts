import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { HookDeps } from "../deps.ts";
import { signalErrors } from "../errors.ts";
import { doerOf } from "../viewer.ts";

export const deleteHook = endpoint({
  id: "signals.deleteHook",
  method: ["GET", "POST"],
  path: "/marketplace/hooks/delete",
  auth: "change",
  permission: "signals",
  summary: "Revoke an address of charting tools",
  description: "It takes no messages from then on, and cannot be brought back: make another one.",
  input: { params: Type.Object({ id }) },
  output: json(mutation({})),
  errors: [signalErrors.hookNotFound],
  beyondSpec: true,
  examples: [{ name: "a hook that there is not", body: { id: "1" }, status: 404 }],

  async run({ signalHooks, clock }: HookDeps & ClockDeps, { input: { params }, actor }) {
    const isRevoked = await signalHooks.revokeHook(doerOf(actor, clock.now()), Number(params.id));
    if (!isRevoked) throw signalErrors.hookNotFound({ id: params.id });
    return { status: true as const, id: params.id, message: "The address takes no messages any more" };
  },
});
