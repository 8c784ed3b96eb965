/** The errors of the tape, and of requests for its history. */
import { errors } from "../../kit/errors/catalogue.ts";

export const tapeErrors = errors("tape", {
  notACombination: {
    status: 422,
    says: "{combination} is not a combination: send two service codes joined by +, such as binance-btcusdt+kraken-btcusdt",
    code: "2300",
  },
  unknownCode: {
    status: 404,
    says: "There is no market {code}: it is not listed now, and nothing is recorded of it",
    code: "2300",
  },
  unknownMarket: { status: 404, says: "There is no {type} market {symbol} on {exchange}", code: "2300" },
  notADay: { status: 422, says: "{date} is not a day", code: "2300" },
  keyForPast: { status: 401, says: "Days before today, {today} in UTC, need a key", code: "2001" },
  backwards: { status: 422, says: "timefrom must be before timeto", code: "2300" },
  tooLong: { status: 422, says: "At most {seconds} seconds can be asked for at once", code: "2300" },
  busy: { status: 503, says: "Too many are reading history at this moment", code: "5200" },
});
