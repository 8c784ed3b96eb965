/** The table of exports. */
import { downloadExport } from "./download-export.ts";
import { fetchExport } from "./fetch-export.ts";
import { listExports } from "./list-exports.ts";
import { requestExport } from "./request-export.ts";

export const exportEndpoints = [requestExport, fetchExport, listExports, downloadExport];
