/** A service's answers to refusals of the HTTP layer: most are alike in all services. */
import type { AppError } from "../errors/catalogue.ts";
import { retryAfter } from "./database-refusal.ts";
import type { HttpRefusal } from "./form.ts";

type Kind = HttpRefusal["kind"];
type Refusals<Some extends Kind> = { readonly [Each in Some]: (of: Extract<HttpRefusal, { kind: Each }>) => AppError };

/** A refusal of what may be asked again. */
type Later = (
  fields: { readonly seconds: number },
  options: { readonly headers: Readonly<Record<string, string>> },
) => AppError;

/** The entries of a service's catalogue that every service has. */
export interface CommonErrors {
  methodNotAllowed(fields: { readonly method: string; readonly allow: string }): AppError;
  bodyTooLarge(fields: { readonly limitBytes: number }): AppError;
  unsupportedMediaType(): AppError;
  unsupportedContentEncoding(
    fields: { readonly contentEncoding: string },
    options: { readonly headers: Readonly<Record<string, string>> },
  ): AppError;
  busy: Later;
  unavailable: Later;
  outcomeUnknown(): AppError;
}

/** Where services differ in what they say, or in how many ways they say it. */
export type OwnRefusals = Refusals<"unknownPath" | "badUrl" | "nulByte" | "rateLimited" | "badRequest">;

/** The `refusal` of a service's form. */
export function refusals(errors: CommonErrors, own: OwnRefusals): (of: HttpRefusal) => AppError {
  const all: Refusals<Kind> = {
    ...own,
    methodNotAllowed: ({ method, allow }) => errors.methodNotAllowed({ method, allow: allow.join(", ") }),
    bodyTooLarge: ({ limitBytes }) => errors.bodyTooLarge({ limitBytes }),
    unsupportedMediaType: () => errors.unsupportedMediaType(),
    // RFC 9110, section 15.5.16: the header names what would be read.
    unsupportedContentEncoding: ({ contentEncoding }) =>
      errors.unsupportedContentEncoding({ contentEncoding }, { headers: { "Accept-Encoding": "identity" } }),
    busy: ({ retryAfterSeconds: seconds }) => errors.busy({ seconds }, retryAfter(seconds)),
    unavailable: ({ retryAfterSeconds: seconds }) => errors.unavailable({ seconds }, retryAfter(seconds)),
    outcomeUnknown: () => errors.outcomeUnknown(),
  };
  return (of) => (all[of.kind] as (of: HttpRefusal) => AppError)(of);
}
