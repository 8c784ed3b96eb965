/** The door of sign-up: how people make accounts for themselves, and whom they were referred by. */
export type { SignUpModeDeps } from "./deps.ts";
export { signUpSettings } from "./settings.ts";
export { findReferrer } from "./sql/referral-codes.ts";
export { setMayInvite } from "./sql/invitations.ts";
