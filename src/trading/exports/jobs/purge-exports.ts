import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import { DAY_MS, HOUR_MS } from "../../../kit/time/spans.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { ExportDeps } from "../deps.ts";
import { makeExport } from "./make-export.ts";

/** For this long, a request for an expired export says so; afterwards the export is unknown. */
const REMEMBERED_MS = 30 * DAY_MS;

/** All tries together take less: each ends after ten minutes, and the next one begins within two. */
const TRIED_MS = 2 * HOUR_MS;

/** Removes files of expired exports. One whose process died in its last try is given up: the queue does not try again. */
export const purgeExports = job({
  name: "trading.purgeExports",
  about:
    "Removes the files of exports that have expired, and a month later the exports themselves. Gives up those whose last try died.",
  input: Type.Object({}),
  retry: { maxAttempts: 3 },
  timeoutMs: 600_000,

  async run({ exportStore, clock }: ExportDeps & ClockDeps, _input, { signal }) {
    const now = clock.now();
    const tries = makeExport.retry.maxAttempts;
    while (!signal.aborted && (await exportStore.failAbandoned(tries, plusMillis(now, -TRIED_MS))) > 0);
    while (!signal.aborted && (await exportStore.purgeExpired(now)) > 0);
    while (!signal.aborted && (await exportStore.forgetPurged(plusMillis(now, -REMEMBERED_MS))) > 0);
  },
});
