/** The lookup's refusals before or beside any endpoint. */
import { errors } from "../kit/errors/catalogue.ts";

export const httpErrors = errors("http", {
  unknownPath: { status: 404, says: "There is nothing at this address. The interface is described at /docs." },
  methodNotAllowed: { status: 405, says: "{method} is not allowed here; allowed: {allow}." },
  badUrl: {
    status: 400,
    says: "The address is not valid: a percent sign must be followed by two hexadecimal digits, and they must make UTF-8.",
  },
  nulByte: { status: 400, says: "The {part} of the address holds a NUL." },
  bodyTooLarge: { status: 413, says: "The body is larger than {limitBytes} bytes." },
  busy: { status: 503, says: "Too many large bodies arrive at the same time. Try again in {seconds} seconds." },
  unsupportedMediaType: { status: 415, says: "No body of this type is read here." },
  unsupportedContentEncoding: {
    status: 415,
    says: "Bodies are not read with Content-Encoding {contentEncoding}. Send the body as it is, without that header.",
  },
  rateLimited: { status: 429, says: "Too many requests. Try again in {seconds} seconds." },
  badRequest: { status: 400, says: "{reason}" },
  unavailable: { status: 503, says: "The database cannot be reached now. Try again in {seconds} seconds." },
  outcomeUnknown: {
    status: 500,
    says: "The connection to the database was lost: the change was made or not. Look before you try again.",
  },
  invalidInput: { status: 400, says: "{reason}" },
});
