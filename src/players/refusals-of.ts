/** What the lookup may answer to a call beside the errors of the endpoint, for documents. */
import { methodsOf, type AnyEndpoint } from "../kit/endpoint/endpoint.ts";
import type { DeclaredError } from "../kit/errors/catalogue.ts";
import { httpErrors } from "./http-errors.ts";
import { keyErrors } from "./keys/index.ts";
import { sessionErrors } from "./sessions/index.ts";

/** Every call may hold a key where it must not be, and a query that is not valid. */
const OF_ALL = [httpErrors.nulByte, httpErrors.badUrl, keyErrors.inQuery, httpErrors.rateLimited];

const OF_KEYS = [
  keyErrors.missing,
  keyErrors.malformed,
  keyErrors.unknown,
  keyErrors.demo,
  keyErrors.expired,
  keyErrors.disabled,
  keyErrors.unavailable,
  sessionErrors.ended,
];

/** Those that the kind of caller, the method and the input of an endpoint bring with them. */
export function refusalsOf(endpoint: AnyEndpoint): readonly DeclaredError[] {
  const { auth, input } = endpoint;
  const isRead = methodsOf(endpoint).includes("GET");
  const needsKey = auth !== "visitor";
  const isScoped = auth === "history" || auth === "admin";
  return [
    ...OF_ALL,
    ...(Object.keys(input).length > 0 ? [httpErrors.invalidInput] : []),
    ...(needsKey ? OF_KEYS : []),
    ...(isScoped ? [keyErrors.insufficientScope] : []),
    ...(needsKey && !isRead ? [sessionErrors.noCsrf, sessionErrors.otherSite] : []),
    ...(auth === "admin" && !isRead ? [keyErrors.guest] : []),
    ...(isRead ? [] : [httpErrors.bodyTooLarge, httpErrors.unsupportedMediaType]),
    ...(input.body ? [httpErrors.unsupportedContentEncoding] : []),
    httpErrors.unavailable,
    ...(isRead ? [] : [httpErrors.outcomeUnknown]),
  ];
}
