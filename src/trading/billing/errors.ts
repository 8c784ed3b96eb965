/** The errors of billing. */
import { errors } from "../../kit/errors/catalogue.ts";

export const billingErrors = errors("billing", {
  cancelOnWebsite: { status: 403, says: "Cancellation is only possible on the website", code: "2751" },
  noPackage: { status: 404, says: "There is no package {id}", code: "2300" },
  inUse: { status: 409, says: "More is in use than these limits allow; see conflicts", code: "2300" },
  noSetting: { status: 422, says: "{why}", code: "2300" },
  quoteGone: { status: 409, says: "The price adjustment {id} has expired or was used", code: "2310" },
  serverInUse: { status: 409, says: "Active strategies run on server {id}; stop them first", code: "2320" },
  serverHasOrders: {
    status: 409,
    says: "Orders of strategies on server {id} may be open: cancel them first with exchange-query/order-cancel",
    code: "2320",
  },
  noServer: { status: 404, says: "There is no server {id}", code: "2300" },
  defaultServer: { status: 422, says: "Server {id} comes with the package and cannot be disabled", code: "2300" },
  noServerPackage: { status: 404, says: "There is no {type} server package {id}", code: "2300" },
  notInPlan: { status: 403, says: "The plan {plan} does not include {type} servers", code: "2300" },
  noRegion: { status: 422, says: "The plan has no {type} servers in {region}", code: "2300" },
  tooManyServers: { status: 409, says: "An account rents at most {maximum} servers at a time", code: "2300" },
  noDrivetime: { status: 404, says: "There is no drivetime option {id}", code: "2300" },
  tooMuchDrivetime: { status: 409, says: "An account holds at most {maximum} seconds of drivetime", code: "2300" },
});
