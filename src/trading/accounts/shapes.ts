/** Schemas and views that the endpoints of accounts and sessions share. */
import { Type } from "typebox";

export const password = Type.String({ minLength: 1, maxLength: 200, description: "The current password" });

export const newPassword = Type.String({
  minLength: 8,
  maxLength: 200,
  description: "Letters and digits, or 16 characters and more",
});

/** Spread into the parameters. */
export const secondFactorCodes = {
  code: Type.Optional(Type.String({ pattern: "^[0-9]{6}$", description: "Of the authenticator app" })),
  recovery_code: Type.Optional(Type.String({ minLength: 16, maxLength: 40, description: "Instead of a code, once" })),
};

/** Of a new main account. */
export const newUsername = Type.String({
  minLength: 5,
  maxLength: 60,
  pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$",
  description: "Unique among all users, in whatever case; cannot be changed",
});

/** One line that does not begin with a blank. */
export const personName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: "^[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$",
  description: "What people see",
});

/** The token of a mailed link: 32 bytes in base64url. */
export const linkToken = Type.String({ pattern: "^[A-Za-z0-9_-]{43}$", description: "As written in the mail" });
