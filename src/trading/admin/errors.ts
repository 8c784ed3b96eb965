/** Errors when admins change users. */
import { errors } from "../../kit/errors/catalogue.ts";

export const adminErrors = errors("admin", {
  noUser: { status: 404, says: "There is no user {uid}, or its account is closed", code: "2300" },
  own: {
    status: 403,
    says: "User {uid} is of your own account: another admin must do this, or the operator at the command line",
    code: "2300",
  },
  noAdmin: { status: 403, says: "You are not an admin any more", code: "2300" },
  commandLine: {
    status: 403,
    says:
      "This is possible only at the command line, with `tripod trading user {command}`: it gives a way into an " +
      "admin's account, and two admins approve large withdrawals",
    code: "2300",
  },
  subaccount: { status: 422, says: "User {uid} is a sub-account, and only main accounts have a role", code: "2300" },
  disabled: { status: 409, says: "User {uid} is disabled: enable it first, so that the link works", code: "2300" },
});
