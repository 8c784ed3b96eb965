/** Money as the operations of `finance/` take and show it. */
import { Type } from "typebox";
import { decimal, id, NOT_BLANK } from "../shapes.ts";

export const currencyCode = Type.String({ pattern: "^[A-Z0-9]{1,16}$", description: "A currency, such as USDT" });

/** The name that an admin gives to a change by hand. */
export const adminReference = Type.String({
  minLength: 3,
  maxLength: 100,
  pattern: "^[A-Za-z0-9_.:-]+$",
  description: "Your own name for the change, such as the number of a ticket: the same again changes nothing",
});

export const adminReason = Type.String({
  minLength: 3,
  maxLength: 400,
  pattern: NOT_BLANK,
  description: "Why; the user sees it",
});

/** The fields that a change by hand adds to the answer. */
export const adminChanged = {
  uid: id,
  currency: currencyCode,
  amount: decimal,
  balance: Type.String({ ...decimal, description: "Of the user, afterwards" }),
};
