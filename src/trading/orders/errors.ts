/** Errors about orders and requests to exchanges. */
import { errors } from "../../kit/errors/catalogue.ts";

export const orderErrors = errors("orders", {
  unknownMarket: { status: 404, says: "There is no market {code}. All are listed at system/symbols", code: "2300" },
  unknownOrder: {
    status: 404,
    says: "The platform placed no order {id} with this exchange key. Orders that were placed elsewhere are canceled there",
    code: "2300",
  },
  unknownQuery: { status: 404, says: "There is no request {id}", code: "2300" },
  keyUnfit: { status: 422, says: "Orders cannot be sent with the exchange key {id}: {reason}", code: "2300" },
  tooManyScheduled: {
    status: 422,
    says: "The exchange key {id} may have {maximum} orders that wait for their time: cancel some, or ask again later",
    code: "2300",
  },
  notAllowed: { status: 403, says: "Not allowed: {reason}", code: "2400" },
});
