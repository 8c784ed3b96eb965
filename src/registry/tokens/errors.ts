/** The registry's errors about tokens. The sentences begin like those of the public registry, which people grep for. */
import { errors, type AppError, type ErrorMaker } from "../../kit/errors/catalogue.ts";

export const tokenErrors = errors("tokens", {
  missing: { status: 401, says: "Missing Authorization header. Expected 'Bearer <token>'" },
  malformed: { status: 401, says: "Invalid Authorization header format. Expected 'Bearer <token>'" },
  invalid: { status: 401, says: "Invalid or expired Registry JWT token" },
  exchangeFailed: { status: 401, says: "Token exchange failed: {reason}" },
  dnsFailed: { status: 401, says: "DNS authentication failed: {reason}" },
  httpFailed: { status: 401, says: "HTTP authentication failed: {reason}" },
  blocked: { status: 403, says: "Your namespace {namespace} is blocked in this registry. {appeal}" },
  notAdmin: {
    status: 403,
    says: "Only admins may do this: the token has no permission `admin`. The operator makes one with `tripod registry token --admin`",
  },
  notFound: {
    status: 404,
    says: "Token {tokenId} is not in the list. Tokens of logins end within minutes, or with their signing key",
  },
  invalidGrant: { status: 422, says: "validation failed: {reason}" },
  notOffered: { status: 404, says: "This registry does not offer login by {method}" },
});

type Maker = ErrorMaker<"{reason}"> | ErrorMaker<"no fields">;

/**
 * A refusal of status 401 with the challenge that RFC 9110, section 11.6.1 asks for. `reason` is public; `cause` is for
 * the log.
 */
export function unauthorized(make: Maker, reason?: string, cause?: unknown): AppError {
  const options = { headers: { "WWW-Authenticate": "Bearer" }, ...(cause === undefined ? {} : { cause }) };
  return (make as ErrorMaker<"{reason}">)({ reason: reason ?? "" }, options);
}
