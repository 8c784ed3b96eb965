import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";

/** Beyond this, sums of milliseconds are no longer exact. */
const MAX_MS = 9_000_000_000_000_000;

export const ping = endpoint({
  id: "system.ping",
  method: ["GET", "POST"],
  path: "/system/ping",
  auth: "public",
  summary: "How far two clocks are apart",
  description: "Answers the server's time less the one that was sent: travel time and the difference of the clocks.",
  input: {
    params: Type.Object({
      milliseconds: Type.Integer({
        minimum: -MAX_MS,
        maximum: MAX_MS,
        default: 0,
        description: "The caller's time in milliseconds since 1970",
      }),
    }),
  },
  output: json(
    Type.Object({
      our_server_ms: Type.Integer(),
      your_sent_ms: Type.Integer(),
      difference: Type.Integer(),
      equation: Type.String(),
      note: Type.String(),
    }),
  ),
  errors: [],
  examples: [
    { name: "now", body: { milliseconds: 1_591_777_804_158 } },
    { name: "no number", body: { milliseconds: "soon" }, status: 422 },
  ],
  run({ clock }: ClockDeps, { input: { params } }) {
    const ours = Math.floor(toMillis(clock.now()));
    const difference = ours - params.milliseconds;
    return {
      our_server_ms: ours,
      your_sent_ms: params.milliseconds,
      difference,
      equation: `${ours} - ${params.milliseconds} = ${difference}`,
      note: "The time that the request travelled, and how far the two clocks are apart.",
    };
  },
});
