/** The trading platform's refusals before or beside any endpoint. The codes are those of its interface. */
import { errors } from "../kit/errors/catalogue.ts";

export const formErrors = errors("http", {
  missingParameters: { status: 422, says: "Required parameters are missing: {names}", code: "1440" },
  invalidParameters: { status: 422, says: "Parameters are not as they should be: {reason}", code: "2300" },
  unknownPath: { status: 404, says: "There is no endpoint {path}. All are listed at system/endpoints", code: "2500" },
  methodNotAllowed: { status: 405, says: "{method} is not allowed here; allowed: {allow}", code: "2501" },
  badUrl: { status: 400, says: "The path is not valid percent-encoding", code: "2502" },
  nulByte: { status: 400, says: "The {part} contains a NUL", code: "2503" },
  badRequest: { status: 400, says: "The request cannot be read: {message}", code: "2504" },
  bodyTooLarge: { status: 413, says: "The body is larger than {limitBytes} bytes", code: "2505" },
  unsupportedMediaType: {
    status: 415,
    says: "Send application/x-www-form-urlencoded or application/json",
    code: "2506",
  },
  unsupportedContentEncoding: {
    status: 415,
    says: "Content-Encoding {contentEncoding} is not supported. Send the body as it is, without that header",
    code: "2507",
  },
  tooFast: {
    status: 429,
    says: "Rate limited. Next access allowable at {nextMs}. Limit set to {requests} requests per {windowMs}ms",
    code: "1507",
  },
  addressTooFast: { status: 429, says: "Rate limited at the firewall. Wait {seconds} seconds", code: "1508" },
  bannedNow: { status: 418, says: "Rate limited, and banned for {seconds} seconds", code: "1509" },
  banned: { status: 418, says: "Banned for ignoring rate limits. The ban ends in {seconds} seconds", code: "1500" },
  unavailable: {
    status: 503,
    says: "The database cannot be reached now, and nothing was changed. Try again in {seconds} seconds",
    code: "5000",
  },
  busy: {
    status: 503,
    says: "Too many large requests arrive at the same time, and nothing was changed. Try again in {seconds} seconds",
    code: "5002",
  },
  outcomeUnknown: {
    status: 500,
    says: "The connection to the database was lost: the change was made or not. Look at what it would have made before you send it again, or send it with an Idempotency-Key",
    code: "5001",
  },
  missingKey: { status: 401, says: "Missing Key", code: "2001" },
});
