/** Refusals of push clients. The codes are those of the interface. */
import { errors } from "../../kit/errors/catalogue.ts";

export const pushErrors = errors("push", {
  unknownChannel: { status: 404, says: "Unknown form of channel", code: "2300" },
  unknownMarket: { status: 404, says: "There is no market {code}", code: "2300" },
  nothingThere: { status: 404, says: "There is no {topic} {id}", code: "2300" },
  missingKey: { status: 401, says: "Missing Key", code: "2001" },
  badTicket: {
    status: 401,
    says: "This ticket is unknown, was used before, or has expired. Ask for another one at session/push-ticket",
    code: "2024",
  },
  sessionEnded: { status: 401, says: "The session has ended. Log in again", code: "2000" },
  tooManyChannels: { status: 422, says: "A connection may follow {limit} channels", code: "2300" },
  unreadable: { status: 422, says: "A message cannot be read: {reason}", code: "2300" },
  tooFast: { status: 429, says: "Rate limited: messages come too fast", code: "1507" },
  tooManyConnections: { status: 429, says: "{limit} connections of this address are open already", code: "1508" },
  full: { status: 503, says: "Too many connections. Try again soon", code: "5000" },
  keyLapsed: { status: 401, says: "The API key is not valid any more. Connect again with another one", code: "2000" },
  closing: { status: 503, says: "The server is stopping. Try again soon", code: "5000" },
  failed: { status: 500, says: "Internal server error", code: "5000" },
});
