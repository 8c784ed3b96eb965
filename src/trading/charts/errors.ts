import { errors } from "../../kit/errors/catalogue.ts";

export const chartErrors = errors("charts", {
  unknownMarket: { status: 404, says: "There is no market {symbol}. All are listed at system/symbols", code: "2300" },
});
