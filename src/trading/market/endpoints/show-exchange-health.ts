import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { seconds } from "../../shapes.ts";
import type { MarketDeps } from "../deps.ts";

export const showExchangeHealth = endpoint({
  id: "market.showExchangeHealth",
  method: ["GET", "POST"],
  path: "/system/exchange-health",
  auth: "public",
  summary: "When an exchange last had trouble",
  description: "Of any exchange that is connected, since the start; 0 for never. system/status tells which, and what.",
  input: {},
  output: json(Type.Object({ last_issue: seconds, time_now: seconds })),
  errors: [],
  examples: [{ name: "at this moment" }],

  run({ market, clock }: MarketDeps & ClockDeps) {
    const last = Math.max(0, ...market.exchanges().map(({ lastIssueMs }) => lastIssueMs));
    return { last_issue: Math.floor(last / 1000), time_now: toSeconds(clock.now()) };
  },
});
