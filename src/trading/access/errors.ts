/** Errors about keys and signatures. The codes are those of the interface. */
import { errors } from "../../kit/errors/catalogue.ts";

export const accessErrors = errors("access", {
  missingAuthorization: { status: 401, says: "The Authorization header is missing", code: "2100" },
  unreadable: { status: 422, says: "Unprocessable Entity: {reason}", code: "1820" },
  invalidKey: { status: 401, says: "The API key is not valid", code: "2000" },
  wrongSignature: { status: 401, says: "The signature does not fit the API key", code: "2000" },
  expired: { status: 401, says: "The signature has expired", code: "2000" },
  otherPath: { status: 401, says: "The signature is for another path", code: "2000" },
  otherBody: { status: 401, says: "The signature is for another body", code: "2000" },
  notCovered: { status: 401, says: "With this API key, sign path, body_sha256 and exp too", code: "2000" },
  bearerRefused: { status: 401, says: "With this API key, requests must be signed", code: "2000" },
  addressRefused: { status: 403, says: "The API key may not be used from {address}", code: "2000" },
  userRefused: { status: 403, says: "This user may not use API keys", code: "2000" },
  nonceMissing: { status: 401, says: "The nonce is missing", code: "2010" },
  nonceTooSmall: {
    status: 401,
    says: "The nonce was used before, or is too far below the highest one of this API key",
    code: "2011",
  },
  nonceMalformed: {
    status: 401,
    says: "The nonce must be a whole number of 17 to 20 digits: the time since 1970",
    code: "2012",
  },
  nonceAhead: { status: 401, says: "The nonce is more than 60 seconds ahead of the server", code: "2014" },
  unavailable: { status: 503, says: "API keys cannot be checked right now. Try again soon", code: "5000" },
  keyNotFound: { status: 404, says: "There is no API key {id}", code: "2300" },
  tooManyKeys: { status: 422, says: "There are {limit} API keys already. Revoke one first", code: "2300" },
  badAddress: { status: 422, says: "{address} is neither an address nor a CIDR range", code: "2300" },
  bearerAndStrict: { status: 422, says: "A strict API key cannot allow requests without a signature", code: "2300" },
  beyondMaker: {
    status: 403,
    says: "An API key cannot make or open one that may do more than itself: {reason}",
    code: "2300",
  },
});

/** Belongs to every refusal of status 401 (RFC 9110, section 11.6.1). */
export const CHALLENGE = { headers: { "WWW-Authenticate": 'Bearer realm="tripod trading"' } } as const;

/** Belongs to `unavailable`. */
export const SOON = { headers: { "Retry-After": "2" } } as const;
