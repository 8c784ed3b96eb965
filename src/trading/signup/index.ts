/** The door of sign-up: how people make accounts for themselves, and who referred them. */
export type { SignUpModeDeps } from "./deps.ts";
export { requireMail } from "./require-mail.ts";
export { signUpSettings } from "./settings.ts";
export { findReferrer } from "./sql/referral-codes.ts";
export { setMayInvite } from "./sql/invitations.ts";
