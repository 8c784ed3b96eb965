import type { SealedPlace } from "../../kit/sealed/sealed-place.ts";
import { recordOfRow } from "./developer-record.ts";

/** The secrets that seal what developers publish. A developer without a key has none. */
export const sealedDeveloperKeys: SealedPlace = {
  table: "trading.signal_developers",
  column: "sealed_secret",
  id: "t.owner_uid || '/' || t.key",
  isRow: "t.key = split_part(n.id, '/', 2)",
  holds: "t.sealed_secret is not null",
  record: recordOfRow,
};
