/** An export as lists show it. */
import { Type, type Static } from "typebox";
import { toSeconds, type Instant } from "../../kit/time/instant.ts";
import { id, seconds, serviceCode } from "../shapes.ts";
import { EXPORT_SYSTEMS, EXPORT_TYPES, exportState, type ExportRecord } from "./core/export-record.ts";

export const exportSystem = Type.Enum([...EXPORT_SYSTEMS], {
  description: "Transactions of strategies, the strategies themselves, or news that name the market's coin",
});
export const exportType = Type.Enum([...EXPORT_TYPES], { description: "A workbook, or text with commas" });

export const exportShape = Type.Object(
  {
    id,
    system: exportSystem,
    type: exportType,
    symbol: serviceCode,
    limit: Type.Integer({ minimum: 1, description: "At most so many rows" }),
    state: Type.Enum(["queued", "running", "completed", "failed", "expired"]),
    rows: Type.Integer({ minimum: 0, description: "So far" }),
    size: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], { description: "Of the complete file, in bytes" }),
    time_created: seconds,
    expires_at: seconds,
  },
  { title: "Export" },
);

export function showExport(record: ExportRecord, now: Instant): Static<typeof exportShape> {
  return {
    id: String(record.id),
    system: record.system,
    type: record.type,
    symbol: record.symbol,
    limit: record.rowLimit,
    state: exportState(record, now),
    rows: record.rowsDone,
    size: record.file?.sizeBytes ?? null,
    time_created: toSeconds(record.createdAt),
    expires_at: toSeconds(record.expiresAt),
  };
}
