import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { NewsHealthDeps } from "../../news/index.ts";
import type { MarketDeps } from "../deps.ts";
import { statusOf } from "../show-market.ts";

export const showStatus = endpoint({
  id: "market.showStatus",
  method: ["GET", "POST"],
  path: "/system/status",
  auth: "public",
  summary: "State of the platform and its exchanges",
  description:
    "`running` is the normal state. An exchange that is simulated, or traded on paper, says so. " +
    "Each source of news that is followed has an entry: `News: ` and its name.",
  input: {},
  output: json(
    Type.Array(
      Type.Object({
        name: Type.String(),
        status: Type.String(),
        last_checked: Type.Integer({ description: "Milliseconds since 1970" }),
        issues: Type.String({ description: "What is wrong; empty when all is well" }),
      }),
    ),
  ),
  errors: [],
  examples: [{ name: "at this moment" }],

  async run({ market, clock, newsHealth }: MarketDeps & ClockDeps & NewsHealthDeps) {
    const platform = { name: "API", status: "running", last_checked: Math.floor(toMillis(clock.now())), issues: "" };
    const exchanges = market.exchanges().map((exchange) => ({
      name: exchange.name,
      status: statusOf(exchange),
      last_checked: Math.floor(exchange.lastCheckedMs),
      issues: exchange.health.reason,
    }));
    const sources = (await newsHealth()).map(({ name, state, checkedMs, problem }) => ({
      name: `News: ${name}`,
      status: state,
      last_checked: checkedMs,
      issues: problem,
    }));
    return [platform, ...exchanges, ...sources];
  },
});
