import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import { DAY_MS, HOUR_MS } from "../../../kit/time/spans.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { ECHO_HOURS } from "../core/story-print.ts";
import type { NewsJobDeps } from "../deps.ts";

/** Channels begin with the articles of one day. */
const CHANGES_DAYS = 2;

/**
 * Removes articles that are older than the setting says, the data that finds their echoes, and keywords without
 * followers.
 */
export const trimNews = job({
  name: "trading.trimNews",
  about:
    "Removes articles that are older than the setting says, what later publications of a story were found by, and what was " +
    "found for words without followers.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 900_000,

  async run({ newsImpacts, newsRetentionDays, clock }: NewsJobDeps & ClockDeps, _input, { signal }) {
    const [now, day] = [clock.now(), newsRetentionDays * DAY_MS];
    while (!signal.aborted && (await newsImpacts.trimPrints(plusMillis(now, -ECHO_HOURS * HOUR_MS))) > 0);
    while (!signal.aborted && (await newsImpacts.trimChanges(plusMillis(now, -CHANGES_DAYS * DAY_MS))) > 0);
    while (!signal.aborted && (await newsImpacts.trimArticles(plusMillis(now, -day))) > 0);
    while (!signal.aborted && (await newsImpacts.trimTerms()) > 0);
  },
});
