import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { SignalDeps } from "../deps.ts";
import { signalErrors } from "../errors.ts";
import { developer } from "../records.ts";
import { showDeveloperOf } from "../show-developer.ts";

export const verifyDeveloper = endpoint({
  id: "signals.verifyDeveloper",
  method: ["GET", "POST"],
  path: "/marketplace/developer-verify",
  auth: "admin",
  summary: "Say that a developer is who it says it is, or take that back",
  input: { params: Type.Object({ id, verified: Type.Boolean() }) },
  output: json(mutation({ developer })),
  errors: [signalErrors.developerNotFound],
  beyondSpec: true,
  examples: [{ name: "a developer that there is not", body: { id: "1", verified: true }, status: 404 }],

  async run({ signals, clock }: SignalDeps & ClockDeps, { input: { params }, actor }) {
    const found = await signals.verifyDeveloper(actor.uid, Number(params.id), params.verified, clock.now());
    if (!found) throw signalErrors.developerNotFound({ id: params.id });
    const message = params.verified ? "The developer is verified" : "The developer is not verified any more";
    return { status: true as const, id: params.id, message, developer: showDeveloperOf(found) };
  },
});
