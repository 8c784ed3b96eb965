/** The errors of the presence area. */
import { errors } from "../../kit/errors/catalogue.ts";

export const presenceErrors = errors("presence", {
  tooManyTickets: {
    status: 429,
    says: "{limit} tickets of the key wait for their use. Use one, or try again in {seconds} seconds, when they expired.",
  },
  noServer: { status: 404, says: "There is no server {server}. GET /Servers shows all." },
  tooManyOfKey: {
    status: 429,
    says: "This key has {limit} streams open here, as many as one key may. Close one, or try again in {seconds} seconds.",
  },
  tooManyReaders: {
    status: 503,
    says: "As many readers as possible are listening already. Try again in {seconds} seconds.",
  },
});
