/** Errors about keys. */
import { errors } from "../../kit/errors/catalogue.ts";

export const keyErrors = errors("keys", {
  missing: { status: 401, says: "A key is needed. Send it in the Authorization header." },
  malformed: {
    status: 401,
    says: "The Authorization header must hold a key, or Bearer or ApiKey and a key, and nothing else.",
  },
  unknown: { status: 401, says: "There is no such key." },
  demo: {
    status: 401,
    says:
      "The key demo opens the invented cluster of --demo only, which does not run here. Ask the operator for a key, or " +
      "make one: tripod players key create",
  },
  expired: { status: 401, says: "The key expired at {at}." },
  badTicket: {
    status: 401,
    says:
      "The ticket does not count: it was used, it expired, or it was never made. Get a new one with " +
      "POST /Online/Events/Ticket.",
  },
  inQuery: {
    status: 401,
    says: "A key must not be part of an address, which others may read. Send it in the Authorization header.",
  },
  disabled: { status: 403, says: "The key is disabled." },
  insufficientScope: { status: 403, says: "The key has the scope {scope}; this needs the scope {needed}." },
  guest: {
    status: 403,
    says:
      "The key demo shows everything and changes nothing. For a change, make a key of your own: tripod players key create " +
      "--scope admin",
  },
  notFound: { status: 404, says: "There is no key {id}. GET /Keys shows all." },
  invalid: { status: 400, says: "{reason}" },
  nothingToChange: { status: 400, says: "Say what to change: Enabled, Expires or Limits." },
  unavailable: { status: 503, says: "Keys cannot be checked right now. Try again soon." },
});

/** Belongs to every refusal of status 401 (RFC 9110, section 11.6.1). */
export const CHALLENGE = { headers: { "WWW-Authenticate": 'Bearer realm="tripod players"' } } as const;
