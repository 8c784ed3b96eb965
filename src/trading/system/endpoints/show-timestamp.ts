import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { seconds } from "../../shapes.ts";

export const showTimestamp = endpoint({
  id: "system.showTimestamp",
  method: ["GET", "POST"],
  path: "/system/timestamp",
  auth: "public",
  summary: "The server's time",
  input: {},
  output: json(Type.Object({ seconds, milliseconds: Type.Integer() })),
  errors: [],
  examples: [{ name: "now" }],
  run({ clock }: ClockDeps) {
    const milliseconds = Math.floor(toMillis(clock.now()));
    return { seconds: Math.floor(milliseconds / 1000), milliseconds };
  },
});
