import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { strategyId } from "../parameters.ts";
import { softStopAck } from "../records.ts";

export const softStop = endpoint({
  id: "strategies.softStop",
  method: ["GET", "POST"],
  path: "/strategy/soft-stop",
  auth: "change",
  permission: "strategies",
  summary: "Stop a strategy when it is convenient",
  description:
    "Begins no new slice, waits for open hedges and lookups, brings overviews up to date, and then stops " +
    `as strategy/stop does. ${PENDING_NOTE}`,
  input: { params: Type.Object({ id: strategyId }) },
  output: json(softStopAck),
  errors: [pendingErrors.engine],
  examples: [
    { name: "a strategy", body: { id: "1" }, status: 501 },
    { name: "no id", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "strategy/soft-stop" });
  },
});
