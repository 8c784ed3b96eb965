/** Errors about reminders and the schedule. */
import { errors } from "../../kit/errors/catalogue.ts";

export const calendarErrors = errors("calendar", {
  notFound: { status: 404, says: "There is no reminder {id}", code: "2300" },
  badTime: { status: 422, says: "A reminder lies in the future, at most {years} years ahead", code: "2300" },
  badWindow: { status: 422, says: "A schedule reaches from a time to a later one, at most {days} days", code: "2300" },
  tooMany: { status: 422, says: "At most {maximum} reminders may be waiting: delete some first", code: "2300" },
});
