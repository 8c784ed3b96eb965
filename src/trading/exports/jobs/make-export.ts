import { Type } from "typebox";
import { job } from "../../../kit/jobs/job.ts";
import { makeExportFile, type MakeExportDeps } from "../make-export.ts";

/** Makes the file of one export. Done again from the start when it was interrupted. */
export const makeExport = job({
  name: "trading.makeExport",
  about: "Makes the file of a requested export.",
  input: Type.Object({ exportId: Type.Integer({ minimum: 1 }) }),
  retry: { maxAttempts: 5 },
  timeoutMs: 600_000,

  run: (deps: MakeExportDeps, { exportId }, context) => makeExportFile(deps, exportId, context),
});

/** By which the job of an export is found in the queue. */
export function makeExportKey(exportId: number): string {
  return `${makeExport.name} ${exportId}`;
}
