/** Errors about people. */
import { errors } from "../../kit/errors/catalogue.ts";

export const privacyErrors = errors("person", {
  badId: { status: 400, says: "{reason}" },
  notFound: { status: 404, says: "There is no player {id}." },
  notConfirmed: {
    status: 400,
    says: "Confirm must be the id as in the address, the account's id, or the name of one of its characters. Nothing was changed.",
  },
});
