/** The errors of computing indicators. */
import { errors } from "../../kit/errors/catalogue.ts";

export const indicatorErrors = errors("indicators", {
  unknownExchange: { status: 404, says: "There is no exchange {exchange}", code: "2300" },
  unknownMarket: { status: 404, says: "There is no {type} market {symbol} on {exchange}", code: "2300" },
  backwards: { status: 422, says: "timefrom must not be after timeto", code: "2300" },
  tooMany: {
    status: 422,
    says: "At most {limit} candles are answered at once; from timefrom to timeto there are {count} of {interval}",
    code: "2300",
  },
  noIndicator: { status: 422, says: "{why}", code: "2300" },
});
