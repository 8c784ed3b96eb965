import { errors } from "../../kit/errors/catalogue.ts";

export const exportErrors = errors("export", {
  notFound: { status: 404, says: "There is no export {id}", code: "2300" },
  expired: { status: 410, says: "Export {id} has expired; request it again", code: "2360" },
  failed: { status: 422, says: "Export {id} could not be made; request it again", code: "2300" },
  notReady: { status: 409, says: "Please wait: export {id} is not ready yet", code: "2300" },
  unknownMarket: {
    status: 404,
    says: "There is no market {symbol}: exchangeindex/symbol-index lists all",
    code: "2300",
  },
  missingId: { status: 422, says: "Missing required parameter: id", code: "1440" },
  tooManyRows: { status: 422, says: "limit is at most {maximum} with your plan", code: "2300" },
  tooManyAtOnce: {
    status: 422,
    says: "At most {maximum} exports are made at once; wait for one of them",
    code: "2300",
  },
});
