import type { SealedPlace } from "../../kit/sealed/sealed-place.ts";

/** The id that a key's credentials are sealed with: copied to another row, they do not open. */
export function credentialsRecord(id: number): string {
  return `trading.exchange_keys/${id}`;
}

/** Credentials of users at exchanges. */
export const sealedCredentials: SealedPlace = {
  table: "trading.exchange_keys",
  column: "sealed_credentials",
  id: "t.id::text",
  isRow: "t.id = n.id::bigint",
  holds: "true",
  record: (id) => credentialsRecord(Number(id)),
};
