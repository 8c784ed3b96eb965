/** What is refused about news. */
import { errors } from "../../kit/errors/catalogue.ts";

export const newsErrors = errors("news", {
  keywordNotFound: { status: 404, says: "There is no keyword {id} of yours", code: "2300" },
  tooManyKeywords: {
    status: 422,
    says: "The subscription allows {maximum} keywords, and the account has as many: remove one, or choose a larger subscription",
    code: "2410",
  },
  unknownMarket: {
    status: 404,
    says: "There is no market {symbol}: exchangeindex/symbol-index lists all",
    code: "2300",
  },
  unknownSource: {
    status: 404,
    says: "There is no source {source}: public/trending-news-sources lists all",
    code: "2300",
  },
});
