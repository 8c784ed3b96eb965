/** What is refused about strategies and what users watch. */
import { errors } from "../../kit/errors/catalogue.ts";

export const strategyErrors = errors("strategy", {
  watchlistItemNotFound: { status: 404, says: "There is no item {id} on the watchlist", code: "2300" },
  watchlistFull: { status: 422, says: "A watchlist holds at most {maximum} markets", code: "2410" },
});
