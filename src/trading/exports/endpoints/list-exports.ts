import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { pageOf, paging } from "../../shapes.ts";
import type { ExportDeps } from "../deps.ts";
import { exportShape, showExport } from "../show-export.ts";

/** The user's exports. */
export const listExports = endpoint({
  id: "exports.listExports",
  method: ["GET", "POST"],
  path: "/export/list",
  auth: "user",
  permission: "export",
  summary: "List exports",
  description: "One's own, newest first. Expired ones are shown for a month.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("exports", exportShape)),
  errors: [],
  examples: [{ name: "the newest" }, { name: "no page 0", body: { pagenumber: 0 }, status: 422 }],

  async run({ exportStore, clock }: ExportDeps & ClockDeps, { input: { params }, actor }) {
    const { exports, total } = await exportStore.list(actor.uid, rowsOf(params));
    const now = clock.now();
    const shown = exports.map((record) => showExport(record, now));
    return { exports: shown, page: params.pagenumber, showing: shown.length, total };
  },
});
