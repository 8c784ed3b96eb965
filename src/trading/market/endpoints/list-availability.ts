import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { seconds } from "../../shapes.ts";
import { tapeErrors } from "../../tape/index.ts";

export const listAvailability = endpoint({
  id: "market.listAvailability",
  method: ["GET", "POST"],
  path: "/backtesting/availability",
  auth: "public",
  summary: "What history there is",
  description:
    "The markets of which something is recorded or was imported, each with its first and last second. `interval` is that " +
    "of the shortest candles, of which the longer ones are made; `tick_data` says whether there are best prices or " +
    "trades too. A few minutes old at most.",
  input: {},
  output: json(
    Type.Array(
      Type.Object({
        exchange: Type.String(),
        symbol: Type.String(),
        code: Type.String(),
        type: Type.String(),
        interval: Type.String(),
        tick_data: Type.Boolean(),
        start: seconds,
        end: seconds,
      }),
    ),
  ),
  errors: [tapeErrors.busy],
  examples: [{ name: "all" }],
  async run({ tape, market }) {
    const known = await tape.availability();
    return known.map(({ code, kinds }) => {
      const listed = market.listing(code)?.market;
      const spans = Object.values(kinds);
      return {
        exchange: code.slice(0, code.indexOf("-")),
        symbol: listed?.symbol ?? code.slice(code.indexOf("-") + 1).toUpperCase(),
        code,
        type: listed?.type ?? "spot",
        interval: "1m",
        tick_data: kinds.tops !== undefined || kinds.trades !== undefined,
        start: Math.floor(Math.min(...spans.map(({ firstMs }) => firstMs)) / 1_000),
        end: Math.floor(Math.max(...spans.map(({ lastMs }) => lastMs)) / 1_000),
      };
    });
  },
});
