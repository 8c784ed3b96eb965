import { Type } from "typebox";
import { json } from "../../kit/endpoint/output.ts";
import { endpoint } from "../front.ts";

/** Liveness: the process answers. It looks at nothing else, so that a slow database does not get it killed. */
export const getLiveness = endpoint({
  id: "front.getLiveness",
  method: "GET",
  path: "/health",
  auth: "public",
  summary: "Liveness",
  input: {},
  output: json(Type.Object({ status: Type.Literal("ok") })),
  errors: [],
  // A flood from behind one address must not get the process restarted, and counting would cost as much as answering.
  limits: { cost: 0 },
  beyondSpec: true,
  examples: [{ name: "alive" }],

  run: () => ({ status: "ok" as const }),
});
