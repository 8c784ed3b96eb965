/** The errors of the tribes area. */
import { errors } from "../../kit/errors/catalogue.ts";

export const tribeErrors = errors("tribe", {
  notFound: { status: 404, says: "There is no tribe {id}." },
  badId: { status: 400, says: "id must be the number of a tribe: a whole number from 0 to 2147483647." },
});
