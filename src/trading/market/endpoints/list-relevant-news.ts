import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NEWS_NOTE, pendingErrors } from "../../pending.ts";
import { serviceCode } from "../../shapes.ts";

export const listRelevantNews = endpoint({
  id: "market.listRelevantNews",
  method: ["GET", "POST"],
  path: "/exchangeindex/relevant-news",
  auth: "public",
  summary: "News of a market",
  description: PENDING_NEWS_NOTE,
  input: { params: Type.Object({ symbol: serviceCode }) },
  output: json(
    Type.Object({
      symbol: Type.String(),
      news: Type.Array(
        Type.Object({
          id: Type.String(),
          title: Type.String(),
          brief: Type.String(),
          source: Type.String(),
          url: Type.String(),
          keywords: Type.String(),
          score: Type.Number(),
          time_published: Type.Integer(),
        }),
      ),
    }),
  ),
  errors: [pendingErrors.news],
  examples: [
    { name: "not served yet", body: { symbol: "binance-btcusdt" }, status: 501 },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  run() {
    throw pendingErrors.news({ operation: "exchangeindex/relevant-news" });
  },
});
