import { Type } from "typebox";
import { stream, withHeaders } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { contentTypeOf, fileNameOf } from "../core/export-record.ts";
import type { ExportDeps } from "../deps.ts";
import { exportErrors } from "../errors.ts";
import { exportIdParams, findLiveExport } from "../find-export.ts";

/** A complete file, of any size. */
export const downloadExport = endpoint({
  id: "exports.downloadExport",
  method: ["GET", "POST"],
  path: "/export/download",
  auth: "user",
  permission: "export",
  beyondSpec: true,
  summary: "Download an export",
  description: "The file itself, as a stream. A download that fails half way breaks the connection.",
  input: { params: Type.Object(exportIdParams) },
  output: stream("application/octet-stream", {
    headers: {
      "Content-Disposition": "A name for the file",
      "Content-Type": "`application/vnd.ms-excel` or `text/csv`",
    },
  }),
  errors: [
    exportErrors.missingId,
    exportErrors.notFound,
    exportErrors.expired,
    exportErrors.failed,
    exportErrors.notReady,
  ],
  limits: { cost: 10 },
  examples: [{ name: "one that is not there", query: { id: "999999999" }, status: 404 }],

  async run(deps: ExportDeps & ClockDeps, { input: { params }, actor }) {
    const record = await findLiveExport(deps, actor, params);
    if (record.state !== "completed") throw exportErrors.notReady({ id: record.id });
    return withHeaders(deps.exportStore.readFile(record), {
      "Content-Disposition": `attachment; filename="${fileNameOf(record)}"`,
      "Content-Type": contentTypeOf(record.type),
    });
  },
});
