import { errors } from "../../kit/errors/catalogue.ts";

export const marketErrors = errors("market", {
  unknownCode: { status: 404, says: "There is no market {code}. All are listed at system/symbols", code: "2300" },
  unknownExchange: {
    status: 404,
    says: "The exchange {exchange} is not connected. Those that are, are listed at system/exchanges",
    code: "2300",
  },
  tooMany: { status: 422, says: "{parameter} takes at most {maximum} at once", code: "2300" },
});
