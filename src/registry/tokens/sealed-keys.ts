import type { SealedPlace } from "../../kit/sealed/sealed-place.ts";
import { signingKeyRecord } from "./store.ts";

/** The private parts of signing keys. */
export const sealedSigningKeys: SealedPlace = {
  table: "registry.signing_keys",
  column: "sealed_private_key",
  id: "t.kid",
  isRow: "t.kid = n.id",
  holds: "t.sealed_private_key is not null",
  record: signingKeyRecord,
};
