/** The jobs of exports, and when they are due. Both take `MakeExportDeps`. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { makeExport } from "./make-export.ts";
import { purgeExports } from "./purge-exports.ts";

export const exportJobs = [makeExport, purgeExports] as const;

export const exportSchedules: readonly Schedule[] = [{ job: purgeExports, pattern: "11 * * * *", input: {} }];
