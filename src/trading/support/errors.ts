/** Errors about tickets. */
import { errors } from "../../kit/errors/catalogue.ts";

export const supportErrors = errors("support", {
  notFound: { status: 404, says: "There is no ticket {id}", code: "2300" },
  tooManyOpen: { status: 422, says: "At most {maximum} tickets may be open: close one first", code: "2300" },
  tooManyMessages: { status: 422, says: "A ticket holds at most {maximum} messages: open a new one", code: "2300" },
  nothingToDo: { status: 422, says: "A message or a status is needed", code: "1440" },
  wrongStatus: { status: 409, says: "This cannot be done with a ticket that is {status}", code: "2300" },
});
