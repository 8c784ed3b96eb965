import { Type } from "typebox";
import { MAX_TICKETS } from "../../../kit/auth/tickets.ts";
import { hashSecret } from "../../../kit/auth/hash-secret.ts";
import { json } from "../../../kit/endpoint/output.ts";
import { accountErrors, requireSession } from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import type { RandomDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { makeTicket, TICKET_SECONDS } from "../core/push-ticket.ts";
import type { PushTicketDeps } from "../deps.ts";
import { sessionErrors } from "../errors.ts";

/** Makes a ticket, with which a page opens the push as the user of its session. */
export const createPushTicket = endpoint({
  id: "sessions.createPushTicket",
  method: "POST",
  path: "/session/push-ticket",
  auth: "change",
  summary: "Get a ticket for the push",
  description:
    'For browsers. Send `{"ticket": "..."}` over the WebSocket at `/api/v2/ws`, or give `auth: { ticket }` to a client of ' +
    `the socket.io protocol. A ticket counts once, for ${TICKET_SECONDS} seconds, at every process. The connection then ` +
    "follows what the user may follow, at the pace of the plan, and ends when the session ends. It does not keep the " +
    `session from ending. At most ${MAX_TICKETS} unused tickets of a session can wait.`,
  input: { params: Type.Object({}) },
  output: json(
    mutation({
      ticket: Type.String({ description: "Not for an address: addresses are logged" }),
      expires_in: Type.Integer({ minimum: 1, description: "Seconds" }),
    }),
  ),
  errors: [accountErrors.sessionNeeded, sessionErrors.tooManyTickets],
  examples: [{ name: "with a key", body: {}, status: 403 }],
  beyondSpec: true,

  async run({ pushTickets, random }: PushTicketDeps & RandomDeps, { actor }) {
    const sessionId = requireSession(actor);
    const ticket = makeTicket(random);
    const isAdded = await pushTickets.add({ hash: hashSecret(ticket), owner: sessionId, ttlSeconds: TICKET_SECONDS });
    if (!isAdded) {
      throw sessionErrors.tooManyTickets(
        { limit: MAX_TICKETS, seconds: TICKET_SECONDS },
        { headers: { "Retry-After": String(TICKET_SECONDS) } },
      );
    }
    return {
      status: true as const,
      id: String(sessionId),
      message: "A ticket for the push",
      ticket,
      expires_in: TICKET_SECONDS,
    };
  },
});
