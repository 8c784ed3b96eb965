import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { refreshAccounts as refresh, type RefreshDeps } from "../refresh.ts";

/**
 * Keeps names, avatars and bans of platform accounts fresh. Accounts that fail become due again, so the job is not
 * retried.
 */
export const refreshAccounts = job({
  name: "players.refreshAccounts",
  about:
    "Asks Steam about accounts whose name, avatar and bans are due: hourly for players online, daily for those seen this week, monthly for the rest.",
  input: Type.Object({}),
  retry: { maxAttempts: 1 },
  timeoutMs: 120_000,

  async run(deps: RefreshDeps, _input, { signal }) {
    await refresh(deps, signal);
  },
});
