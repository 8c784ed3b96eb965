import type { SealedPlace } from "../../kit/sealed/sealed-place.ts";
import { secretRecord } from "./api-key.ts";

/** The secrets of API keys. That of a closed account was destroyed. */
export const sealedKeySecrets: SealedPlace = {
  table: "trading.api_keys",
  column: "sealed_secret",
  id: "t.key",
  isRow: "t.key = n.id",
  holds: "t.sealed_secret <> ''",
  record: secretRecord,
};
