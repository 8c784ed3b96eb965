import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { findExchange, type ConnectedExchangeDeps } from "../../exchanges/index.ts";
import { ratingOf, tradedListings, type MarketDeps } from "../../market/index.ts";
import { accountTypesOf } from "../check-profile.ts";

export const listExchanges = endpoint({
  id: "strategies.listExchanges",
  method: ["GET", "POST"],
  path: "/strategy/list-exchanges",
  auth: "user",
  permission: "strategies",
  summary: "List exchanges",
  description:
    "The exchanges that strategies can trade at, and the kinds of markets that they can trade there. `code` goes into " +
    "exchange-api-keys/add and into service codes. A sub-account sees those that its owner lets it use.",
  input: {},
  output: json(
    Type.Array(
      Type.Object({
        code: Type.String(),
        name: Type.String(),
        spot: Type.Boolean(),
        futures: Type.Boolean(),
        margin: Type.Boolean(),
        needs_password: Type.Boolean({ description: "Keys have a passphrase or memo" }),
        sandbox: Type.Boolean({ description: "Simulated or on paper: trades no real money" }),
        status: Type.Enum(["running", "degraded", "maintenance", "down"]),
        rating: Type.Enum(["A", "B", "C", "D", "-"], { description: "A is best; - before anything was measured" }),
      }),
    ),
  ),
  errors: [],
  examples: [{ name: "all" }],

  run({ market, connectedExchange }: MarketDeps & ConnectedExchangeDeps, { actor }) {
    const allowed = actor.rights?.exchanges;
    const listings = tradedListings(market);
    return market
      .exchanges()
      .filter(({ code }) => allowed === undefined || allowed.includes(code))
      .filter(({ code }) => connectedExchange(code)?.has.clientOrderIds === true)
      .map((exchange) => {
        const { code, name, kind, health } = exchange;
        const types = accountTypesOf({ connectedExchange }, code);
        return {
          code,
          name,
          spot: types.includes("spot"),
          futures: types.includes("swap") || types.includes("future"),
          margin: types.includes("margin"),
          needs_password: findExchange(code)?.needsPassword ?? false,
          sandbox: kind !== "live",
          status: health.state === "ok" ? ("running" as const) : health.state,
          rating: ratingOf(market, exchange, listings),
        };
      });
  },
});
