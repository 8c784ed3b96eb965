/** The errors of searches. */
import { errors } from "../../kit/errors/catalogue.ts";

export const searchErrors = errors("search", {
  badQuery: { status: 400, says: "q must have 1 to 64 characters besides blanks at its ends." },
  badCursor: { status: 400, says: "cursor must be one that this same search gave." },
});
