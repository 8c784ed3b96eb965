/** The door of accounts: users, their passwords, second factors and settings. */
export { apiUses, type ApiUses } from "./api-uses.ts";
export type { MailText } from "./core/mails.ts";
export { passwordProblem } from "./core/password-problem.ts";
export { DEFAULT_SETTINGS } from "./user-settings.ts";
export type {
  AccountDeps,
  ConsoleUrlDeps,
  MailLinkDeps,
  PasswordProofDeps,
  ReferralDeps,
  SecondFactorDeps,
} from "./deps.ts";
export { accountErrors } from "./errors.ts";
export { mailVerifyLink, makePasswordLink, type IssuedLink } from "./mail-links.ts";
export { hashPassword, NOBODYS_HASH, verifyPassword } from "./password-hash.ts";
export {
  checkSecondFactor,
  provePassword,
  proveSecondFactor,
  requireSession,
  requireUser,
  spendAttempt,
} from "./prove.ts";
export { maskEmail } from "./core/mask-email.ts";
export { loginMail, passwordTakenMail, welcomeMail } from "./core/mails.ts";
export { linkToken, newPassword, newUsername, password, personName, secondFactorCodes } from "./shapes.ts";
export { isKnownPlace, recordAccess, type NewAccess } from "./sql/accesses.ts";
export { readSettings } from "./sql/account-store.ts";
export { closeAccount, setUserActive, uidsOfAccount, type Closing } from "./sql/close-account.ts";
export { endAccess } from "./sql/end-access.ts";
export { endSessions } from "./sql/end-sessions.ts";
export { findDemoUid, markDemoUser } from "./sql/demo-user.ts";
export { forgetPeople } from "./sql/forget-people.ts";
export { createUser, type NewUser } from "./sql/create-user.ts";
export { vouchForEmail } from "./sql/vouch-for-email.ts";
export {
  replacePasswordLink,
  resetPassword,
  resetTwoFactor,
  setPassword,
  setRole,
  type ByAdmin,
  type PasswordReset,
} from "./sql/operate-accounts.ts";
export { findUser, listUsers, type ListedUser } from "./sql/users.ts";
export type { User } from "./user.ts";
