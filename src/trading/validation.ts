/** The interface's named validation functions, as schemas: a refusal names the one that failed. */
import { Type } from "typebox";

/** The answer of `system/list-validation-functions`. */
export const VALIDATION_FUNCTIONS = [
  "js_millisecond_update",
  "is_email",
  "password_auth",
  "is_valid_symbol",
  "is_valid_side",
  "is_valid_level",
] as const;

type ValidationFunction = (typeof VALIDATION_FUNCTIONS)[number];

function named<Options extends object>(
  validation: ValidationFunction,
  options: Options,
): Options & { "x-validation": string } {
  return { ...options, "x-validation": validation };
}

/** A time in milliseconds since 1970, between 2001 and 2100. */
export const millisecondTime = Type.Integer(
  named("js_millisecond_update", {
    minimum: 1_000_000_000_000,
    maximum: 4_102_444_800_000,
    description: "Milliseconds since 1970",
  }),
);

/** An address that mail can be sent to: one `@`, no blanks, a host with a dot. */
export const emailAddress = Type.String(
  named("is_email", {
    minLength: 5,
    maxLength: 254,
    pattern: '^[^\\s@<>"(),:;\\[\\]\\\\]{1,64}@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$',
    description: "An address for mail",
  }),
);

/** A side of a book, as the price of a row is read from; `buy` means asks, `sell` means bids. */
export const bookSide = Type.Enum(
  ["bids", "asks", "buy", "sell"],
  named("is_valid_side", { description: "A side of a book" }),
);

/** A level of a book, from the best one. */
export const bookLevel = Type.Integer(
  named("is_valid_level", { minimum: 1, maximum: 10, description: "A level of a book: 1 is the best" }),
);
