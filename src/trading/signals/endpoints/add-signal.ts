import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation } from "../../shapes.ts";
import { signal } from "../records.ts";

export const addSignal = endpoint({
  id: "signals.addSignal",
  method: ["GET", "POST"],
  path: "/marketplace/signals-add",
  auth: "change",
  permission: "signals",
  summary: "Publish a signal",
  description: PENDING_NOTE,
  input: {
    params: Type.Object({
      key: Type.String({ minLength: 3, maxLength: 200 }),
      payload: Type.String({ minLength: 100, maxLength: 100000 }),
    }),
  },
  output: json(mutation({ signal: signal })),
  errors: [pendingErrors.signals],
  examples: [
    {
      name: "not served yet",
      body: {
        key: "abc",
        payload: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      },
      status: 501,
    },
    {
      name: "without what it needs",
      body: {
        key: "abc",
        payload: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      },
      status: 422,
    },
  ],
  run() {
    throw pendingErrors.signals({ operation: "marketplace/signals-add" });
  },
});
