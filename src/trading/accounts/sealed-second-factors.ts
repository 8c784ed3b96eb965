import type { SealedPlace } from "../../kit/sealed/sealed-place.ts";
import { twoFactorRecord } from "./two-factor-record.ts";

/** The secrets of authenticator apps. */
export const sealedSecondFactors: SealedPlace = {
  table: "trading.two_factor",
  column: "secret_sealed",
  id: "t.uid::text",
  isRow: "t.uid = n.id::bigint",
  holds: "true",
  record: (id) => twoFactorRecord(Number(id)),
};
