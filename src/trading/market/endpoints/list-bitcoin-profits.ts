import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_MARKET_NOTE, pendingErrors } from "../../pending.ts";
import { pageOf, paging } from "../../shapes.ts";
import { opportunity } from "../records.ts";

export const listBitcoinProfits = endpoint({
  id: "market.listBitcoinProfits",
  method: ["GET", "POST"],
  path: "/public/realtime-bitcoin-profit",
  auth: "public",
  summary: "Arbitrage with a return",
  description: `Opportunities with a return above nothing and up to ten percent, best first. ${PENDING_MARKET_NOTE}`,
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("opportunities", opportunity)),
  errors: [pendingErrors.market],
  examples: [{ name: "not served yet", status: 501 }],
  run() {
    throw pendingErrors.market({ operation: "public/realtime-bitcoin-profit" });
  },
});
