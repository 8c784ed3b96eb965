import { Type } from "typebox";
import { json } from "../../kit/endpoint/output.ts";
import { endpoint, frontErrors } from "../front.ts";

/** Readiness: requests will be served. A load balancer sends none to a process that answers 503 here. */
export const getReadiness = endpoint({
  id: "front.getReadiness",
  method: "GET",
  path: "/ready",
  auth: "public",
  summary: "Readiness",
  input: {},
  output: json(Type.Object({ status: Type.Literal("ready") })),
  errors: [frontErrors.notReady],
  beyondSpec: true,
  examples: [{ name: "ready" }],

  async run(deps) {
    const reasons = await deps.notReady();
    if (reasons.length > 0) throw frontErrors.notReady({ reasons: reasons.join("; ") });
    return { status: "ready" as const };
  },
});
