import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { settleTrades as settle, type SettleTradesDeps } from "../settle-trades.ts";

/** Brings the books of accounts up to date. */
export const settleTrades = job({
  name: "trading.settleTrades",
  about: "Finds rates that trades lack, counts profits and losses, and takes commissions that were due.",
  input: Type.Object({}),
  retry: { maxAttempts: 1 },
  timeoutMs: 240_000,

  run: (deps: SettleTradesDeps, _input, { signal }) => settle(deps, signal),
});
