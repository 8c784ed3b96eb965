import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { algorithmSettings } from "../parameters.ts";
import { algorithm } from "../records.ts";

export const algorithmAdd = endpoint({
  id: "algorithms.algorithmAdd",
  method: ["GET", "POST"],
  path: "/algorithm-creator/algorithm-add",
  auth: "change",
  permission: "strategies",
  summary: "Create an algorithm",
  description:
    "It starts as a draft: add conditions and executions, then publish it. Algorithms with the same group " +
    `name are versions of each other. ${PENDING_NOTE}`,
  input: {
    params: Type.Object({
      name: Type.String({ minLength: 4, maxLength: 100 }),
      group_name: Type.String({ minLength: 4, maxLength: 100 }),
      ...algorithmSettings,
    }),
  },
  output: json(mutation({ algorithm })),
  errors: [pendingErrors.engine],
  examples: [
    { name: "a group of one", body: { name: "BTC spread", group_name: "Spreads" }, status: 501 },
    { name: "no group", body: { name: "BTC spread" }, status: 422 },
    { name: "a short name", body: { name: "abc", group_name: "Spreads" }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "algorithm-creator/algorithm-add" });
  },
});
