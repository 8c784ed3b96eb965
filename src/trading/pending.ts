/** What an operation answers whose part of the platform is not built in yet: 501, never something invented. */
import type { AnyEndpoint } from "../kit/endpoint/endpoint.ts";
import { errors } from "../kit/errors/catalogue.ts";

export const pendingErrors = errors("pending", {
  market: {
    status: 501,
    says: "{operation} needs live market data, which this version does not have yet",
    code: "5101",
  },
  engine: {
    status: 501,
    says: "{operation} needs the strategy engine, which this version does not have yet",
    code: "5102",
  },
});

/** Last sentence of the description of every operation that waits for the strategy engine. */
export const PENDING_NOTE = "Answers 501 until the strategy engine is there.";

/** Last sentence of the description of every operation that waits for live market data. */
export const PENDING_MARKET_NOTE = "Answers 501 until market data is there.";

/** Whether an operation is declared, and answers 501 so far. */
export function isPending({ description = "" }: AnyEndpoint): boolean {
  return description.endsWith(PENDING_NOTE) || description.endsWith(PENDING_MARKET_NOTE);
}
