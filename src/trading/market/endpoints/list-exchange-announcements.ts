import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";
import { exchangeAnnouncement } from "../records.ts";

export const listExchangeAnnouncements = endpoint({
  id: "market.listExchangeAnnouncements",
  method: ["GET", "POST"],
  path: "/exchangeindex/announcements",
  auth: "public",
  summary: "What exchanges announce",
  description: PENDING_MARKET_NOTE,
  input: {},
  output: json(Type.Array(exchangeAnnouncement)),
  errors: [pendingErrors.market],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.market({ operation: "exchangeindex/announcements" });
  },
});
