/** Errors about news. */
import { errors } from "../../kit/errors/catalogue.ts";

export const newsErrors = errors("news", {
  keywordNotFound: { status: 404, says: "You have no keyword {id}", code: "2300" },
  articleNotFound: {
    status: 404,
    says: "There is no article {id}: `before` wants the id of an article of the page before",
    code: "2300",
  },
  tooManyKeywords: {
    status: 422,
    says: "The subscription allows {maximum} keywords, and the account has as many: remove one, or choose a larger subscription",
    code: "2410",
  },
  noFeed: { status: 404, says: "You have no keyword {id} that has an address for feed readers", code: "2300" },
  unknownFeed: { status: 404, says: "This address is unknown, or was revoked: make another one", code: "2300" },
  feedTooFast: {
    status: 429,
    says: "Rate limited: the feed is read more than 10 times a minute. Ask again in {seconds} seconds",
    code: "1507",
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
