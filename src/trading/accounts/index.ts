/** The door of accounts: users, their passwords, second factors and settings. */
export { apiUses, type ApiUses } from "./api-uses.ts";
export type { MailText } from "./core/mails.ts";
export { passwordProblem } from "./core/password-problem.ts";
export { DEFAULT_SETTINGS } from "./core/user-settings.ts";
export { accountErrors } from "./errors.ts";
export type { AccountJobDeps } from "./mail-links.ts";
export { hashPassword, NOBODYS_HASH, verifyPassword } from "./password-hash.ts";
export {
  checkSecondFactor,
  provePassword,
  proveSecondFactor,
  requireSession,
  requireUser,
  spendAttempt,
} from "./prove.ts";
export { loginMail } from "./core/mails.ts";
export { password, secondFactorCodes, toSeconds } from "./shapes.ts";
export { isKnownPlace, recordAccess, type NewAccess } from "./sql/accesses.ts";
export { readSettings } from "./sql/account-store.ts";
export { closeAccount, setUserActive, type Closing } from "./sql/close-account.ts";
export { endAccess } from "./sql/end-access.ts";
export { createUser, type NewUser } from "./sql/create-user.ts";
export { listUsers, type ListedUser } from "./sql/users.ts";
export type { AccountDeps } from "./store.ts";
export type { User } from "./user.ts";
