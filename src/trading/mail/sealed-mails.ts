import type { SealedPlace } from "../../kit/sealed/sealed-place.ts";
import { mailRecord } from "./mail-record.ts";

/** Mails with links that wait to be sent. */
export const sealedMails: SealedPlace = {
  table: "trading.mails",
  column: "body",
  id: "t.id::text",
  isRow: "t.id = n.id::bigint",
  holds: "t.state = 'sealed'",
  record: (id) => mailRecord(Number(id)),
};
