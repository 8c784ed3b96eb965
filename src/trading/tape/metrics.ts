/** Metrics of the recorder in this process. */
import type { Metrics } from "../../kit/metrics/metrics.ts";
import type { TapeStatus } from "./tape.ts";

const STATES: readonly TapeStatus["recording"][] = ["on", "paused", "off"];

export function tapeMetrics(metrics: Metrics, { status }: { readonly status: () => TapeStatus }): void {
  metrics.gauge({
    name: "tripod_tape_recording",
    help: "1 for the state of the recorder: on, paused for want of room on the disk, or off in this process.",
    labels: ["state"],
    read(gauge) {
      for (const state of STATES) gauge.set({ state }, status().recording === state ? 1 : 0);
    },
  });
  metrics.gauge({
    name: "tripod_tape_waiting_rows",
    help: "Rows in memory that are not in files yet.",
    read: (gauge) => gauge.set(status().waitingRows),
  });
  metrics.gauge({
    name: "tripod_tape_skipped_rows",
    help: "What was not recorded since the start: no room in memory, the recorder paused, or no row that can be.",
    read: (gauge) => gauge.set(status().skippedRows),
  });
  metrics.gauge({
    name: "tripod_tape_failed_flushes",
    help: "How often what was recorded could not be written to files since the start. It is tried again.",
    read: (gauge) => gauge.set(status().failedFlushes),
  });
  metrics.gauge({
    name: "tripod_tape_flushed_seconds",
    help: "When all that was recorded was last in files, in seconds since 1970; 0 for never.",
    read: (gauge) => gauge.set(status().flushedMs / 1_000),
  });
}
