import type { SealedPlace } from "../../kit/sealed/sealed-place.ts";
import { botRecord } from "./bot-record.ts";

/** Tokens of users' bots. */
export const sealedBotTokens: SealedPlace = {
  table: "trading.telegram_bots",
  column: "sealed_token",
  id: "t.uid::text",
  isRow: "t.uid = n.id::bigint",
  holds: "true",
  record: (id) => botRecord(Number(id)),
};
