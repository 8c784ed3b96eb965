/** Errors about exchange keys. No sentence repeats what was sent: it may be a secret in the wrong field. */
import { errors } from "../../kit/errors/catalogue.ts";

export const exchangeErrors = errors("exchangeApiKeys", {
  keyNotFound: { status: 404, says: "There is no exchange key {id}", code: "2300" },
  keyUnfit: { status: 422, says: "The key cannot be stored: {reason}", code: "2300" },
  keyInUse: { status: 409, says: "Strategies use the exchange key {id}: stop them first", code: "2330" },
  keyHasOrders: {
    status: 409,
    says:
      "Orders of the exchange key {id} may be open: cancel them first with exchange-query/order-cancel. Where its exchange " +
      "refuses the key, test it with exchange-api-keys/test, and then delete it",
    code: "2330",
  },
  notAllowed: { status: 403, says: "Not allowed: {reason}", code: "2400" },
  notConnected: { status: 422, says: "The platform is not connected to {exchange}", code: "2300" },
  unreachable: { status: 504, says: "{exchange} cannot be asked at the moment: {reason}", code: "5200" },
  tooManyKeys: { status: 422, says: "The subscription allows {maximum} exchange keys", code: "2410" },
});
