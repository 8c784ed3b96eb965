import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { MAX_TICKETS } from "../../../kit/auth/tickets.ts";
import { TICKET_SECONDS } from "../../keys/index.ts";
import { presenceErrors } from "../errors.ts";

const ticketMade = Type.Object(
  {
    Ticket: Type.String({ description: "For the parameter `ticket` of `/Online/Events`" }),
    ExpiresInSeconds: Type.Integer({ minimum: 1 }),
  },
  { title: "Ticket", additionalProperties: false },
);

/** Makes a ticket, with which a browser opens the stream of events without a header. */
export const createTicket = endpoint({
  id: "presence.createTicket",
  method: "POST",
  path: "/Online/Events/Ticket",
  auth: "read",
  beyondSpec: true,
  summary: "Get a ticket for the stream of events",
  description:
    "For browsers: an `EventSource` sends no headers. Open `/Online/Events?ticket=...` with the ticket. It counts once, " +
    `for ${TICKET_SECONDS} seconds, at every process of the service. A stream that it opened has the rights of the key, and ` +
    `ends when the key does not count any more. At most ${MAX_TICKETS} unused tickets of a key can wait.`,
  input: {},
  output: json(ticketMade, { status: 201 }),
  errors: [presenceErrors.tooManyTickets],
  examples: [{ name: "for a page" }],

  async run({ tickets }, { actor }) {
    const ticket = await tickets.create(actor);
    if (ticket === undefined) {
      const seconds = TICKET_SECONDS;
      throw presenceErrors.tooManyTickets(
        { limit: MAX_TICKETS, seconds },
        { headers: { "Retry-After": `${seconds}` } },
      );
    }
    return { Ticket: ticket, ExpiresInSeconds: TICKET_SECONDS };
  },
});
