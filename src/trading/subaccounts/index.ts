/** The door of sub-accounts: what they may do, and what owners do with them. */
export { refusalFor } from "./core/rights.ts";
export { requireChange } from "./require-change.ts";
export { rightsErrors } from "./rights-errors.ts";
export { subaccountStore } from "./sql/subaccount-store.ts";
