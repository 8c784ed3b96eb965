import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { ExportDeps } from "../deps.ts";

/** For this long, a request for an expired export says so; afterwards the export is unknown. */
const REMEMBERED_MS = 30 * DAY_MS;

/** Removes files of expired exports. One whose last try died, or could not begin, is given up: the queue does not try again. */
export const purgeExports = job({
  name: "trading.purgeExports",
  about:
    "Removes the files of exports that have expired, and a month later the exports themselves. Gives up those that are not tried any more.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 600_000,

  async run({ exportStore, clock }: ExportDeps & ClockDeps, _input, { signal }) {
    const now = clock.now();
    while (!signal.aborted && (await exportStore.failAbandoned()) > 0);
    while (!signal.aborted && (await exportStore.purgeExpired(now)) > 0);
    while (!signal.aborted && (await exportStore.forgetPurged(plusMillis(now, -REMEMBERED_MS))) > 0);
  },
});
