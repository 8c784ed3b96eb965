import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { tab } from "../records.ts";

export const createTab = endpoint({
  id: "strategies.createTab",
  method: ["GET", "POST"],
  path: "/strategy/create-tab",
  auth: "change",
  permission: "strategies",
  summary: "Add a tab",
  description: `A tab is a named group of profiles on the screen. ${PENDING_NOTE}`,
  input: { params: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }) },
  output: json(mutation({ tab })),
  errors: [pendingErrors.engine],
  examples: [
    { name: "a tab", body: { name: "Arbitrage" }, status: 501 },
    { name: "no name", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "strategy/create-tab" });
  },
});
