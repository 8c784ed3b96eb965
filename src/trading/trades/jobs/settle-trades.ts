import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { settleTrades as settle, type SettleTradesDeps } from "../settle-trades.ts";

/** Brings the books of accounts up to date. */
export const settleTrades = job({
  name: "trading.settleTrades",
  about:
    "Counts profits and losses, takes commissions that were due, and finds rates that trades lack. One run at a time.",
  input: Type.Object({}),
  retry: { maxAttempts: 1 },
  timeoutMs: 240_000,

  run: (deps: SettleTradesDeps, _input, { signal }) => settle(deps, signal),
});
