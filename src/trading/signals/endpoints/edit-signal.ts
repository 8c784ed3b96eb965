import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { id, mutation } from "../../shapes.ts";
import { signal } from "../records.ts";

export const editSignal = endpoint({
  id: "signals.editSignal",
  method: ["GET", "POST"],
  path: "/marketplace/signals-edit",
  auth: "change",
  permission: "signals",
  summary: "Edit a signal",
  description: PENDING_NOTE,
  input: {
    params: Type.Object({
      id,
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      custom_1: Type.Optional(Type.String({ maxLength: 500 })),
      custom_2: Type.Optional(Type.String({ maxLength: 500 })),
      custom_3: Type.Optional(Type.String({ maxLength: 500 })),
      custom_4: Type.Optional(Type.String({ maxLength: 500 })),
    }),
  },
  output: json(mutation({ signal: signal })),
  errors: [pendingErrors.signals],
  examples: [
    { name: "not served yet", body: { id: "1" }, status: 501 },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  run() {
    throw pendingErrors.signals({ operation: "marketplace/signals-edit" });
  },
});
