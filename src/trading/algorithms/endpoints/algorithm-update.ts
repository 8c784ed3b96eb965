import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { algorithmId, algorithmSettings, money } from "../parameters.ts";
import { algorithm } from "../records.ts";

export const algorithmUpdate = endpoint({
  id: "algorithms.algorithmUpdate",
  method: ["GET", "POST"],
  path: "/algorithm-creator/algorithm-update",
  auth: "change",
  permission: "strategies",
  summary: "Change an algorithm",
  description: `Refused for a published algorithm that a running strategy uses. ${PENDING_NOTE}`,
  input: {
    params: Type.Object({
      id: algorithmId,
      name: Type.String({ minLength: 1, maxLength: 100 }),
      group_name: Type.String({ minLength: 1, maxLength: 100 }),
      ...algorithmSettings,
      cpa_successful: Type.Optional(money("Charge for each successful transaction")),
      cpa_canceled: Type.Optional(money("Charge for each cancelled transaction")),
    }),
  },
  output: json(mutation({ algorithm })),
  errors: [pendingErrors.engine],
  examples: [
    { name: "another name", body: { id: "1", name: "BTC spread", group_name: "Spreads" }, status: 501 },
    { name: "no name", body: { id: "1", group_name: "Spreads" }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "algorithm-creator/algorithm-update" });
  },
});
