import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { decimal, id } from "../../shapes.ts";
import { algorithmId } from "../parameters.ts";
import { count } from "../records.ts";

export const algorithmStatistics = endpoint({
  id: "algorithms.algorithmStatistics",
  method: ["GET", "POST"],
  path: "/algorithm-creator/algorithm-statistics",
  auth: "user",
  permission: "strategies",
  summary: "Show how an algorithm is used",
  description: `What strategies of this algorithm have done, and what it has earned. ${PENDING_NOTE}`,
  input: { params: Type.Object({ id: algorithmId }) },
  output: json(
    Type.Object({
      id,
      profiles: count,
      running: count,
      transactions: Type.Object({ successful: count, canceled: count, failed: count, partial: count }),
      volume_usd: decimal,
      average_fill_ms: Type.Union([Type.Number(), Type.Null()]),
      average_slippage: Type.Union([decimal, Type.Null()], { description: "Quote units" }),
      cpa_earned: decimal,
      monthly_fee_earned: decimal,
      by_day: Type.Array(
        Type.Object({
          date: Type.String({ description: "YYYY-MM-DD" }),
          successful: count,
          canceled: count,
          failed: count,
          volume_usd: decimal,
          earned: decimal,
        }),
      ),
    }),
  ),
  errors: [pendingErrors.engine],
  examples: [
    { name: "an algorithm", query: { id: "1" }, status: 501 },
    { name: "no id", body: {}, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "algorithm-creator/algorithm-statistics" });
  },
});
