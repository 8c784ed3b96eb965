import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { decimal, id } from "../../shapes.ts";
import type { AlgorithmDeps } from "../deps.ts";
import { algorithmErrors } from "../errors.ts";
import { algorithmId } from "../parameters.ts";
import { count } from "../records.ts";
import { viewerOf } from "../viewer.ts";

const DAYS = 366;

export const algorithmStatistics = endpoint({
  id: "algorithms.algorithmStatistics",
  method: ["GET", "POST"],
  path: "/algorithm-creator/algorithm-statistics",
  auth: "user",
  permission: "strategies",
  summary: "Show how an algorithm is used",
  description:
    "What strategies of all accounts have done with one of your own algorithms, at real and at simulated exchanges, and " +
    "what it has earned you: charges that were paid. `volume_usd` is without trades whose currency has no rate. " +
    "`by_day` has the last 366 days, newest first.",
  input: { params: Type.Object({ id: algorithmId }) },
  output: json(
    Type.Object({
      id,
      profiles: count,
      running: count,
      transactions: Type.Object({ successful: count, canceled: count, failed: count, partial: count }),
      volume_usd: decimal,
      average_fill_ms: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
        description: "From the request to the end, of orders that were filled wholly",
      }),
      average_slippage: Type.Union([decimal, Type.Null()], {
        description: "Quote units by which the average price of an order was worse than the price it was decided at",
      }),
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
  errors: [algorithmErrors.notFound, algorithmErrors.notYours],
  examples: [
    { name: "one of the library", query: { id: "900001" }, status: 403 },
    { name: "no such algorithm", query: { id: "999999999" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ algorithms }: AlgorithmDeps, { input: { params }, actor }) {
    const viewer = viewerOf(actor);
    const found = await algorithms.find(viewer, Number(params.id));
    if (!found) throw algorithmErrors.notFound({ id: params.id });
    const own = await algorithms.listOwn(viewer);
    if (!own.some(({ id: ownId }) => ownId === found.id)) throw algorithmErrors.notYours({ id: params.id });
    const use = await algorithms.readUse(found.id, DAYS);
    return {
      id: params.id,
      profiles: use.profiles,
      running: use.running,
      transactions: use.transactions,
      volume_usd: use.volume,
      average_fill_ms: use.averageMs,
      average_slippage: use.averageSlippage,
      cpa_earned: use.cpaEarned,
      monthly_fee_earned: use.monthlyFeeEarned,
      by_day: use.byDay.map(({ volume, ...day }) => ({ ...day, volume_usd: volume })),
    };
  },
});
