/** Errors about limits and halts, and what they refuse. */
import { errors } from "../../kit/errors/catalogue.ts";

export const riskErrors = errors("risk", {
  limit: { status: 422, says: "The order is not sent: {reason}. Ask risk/status for the figures", code: "2420" },
  halted: { status: 409, says: "The order is not sent: {reason}. Ask risk/status why", code: "2421" },
  noSuchPlace: { status: 404, says: "There is no {scope} {id}", code: "2300" },
  notAllowed: { status: 403, says: "Not allowed: {reason}", code: "2400" },
  notConfirmed: {
    status: 504,
    says:
      "The halt is stored, and nothing new is allowed to be sent. Processes that have not confirmed it: {count}. Until " +
      "risk/status shows confirmed, orders that were allowed before may still leave",
    code: "5200",
  },
});
