/** The door of accounts: users, their passwords, second factors and settings. */
export { apiUses, type ApiUses } from "./api-uses.ts";
export type { MailText } from "./core/mails.ts";
export { passwordProblem } from "./core/password-problem.ts";
export { DEFAULT_SETTINGS } from "./user-settings.ts";
export type { AccountDeps, MailLinkDeps, PasswordProofDeps, ReferralDeps, SecondFactorDeps } from "./deps.ts";
export { accountErrors } from "./errors.ts";
export { mailVerifyLink } from "./mail-links.ts";
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
export { linkToken, newPassword, password, secondFactorCodes } from "./shapes.ts";
export { isKnownPlace, recordAccess, type NewAccess } from "./sql/accesses.ts";
export { readSettings } from "./sql/account-store.ts";
export { closeAccount, setUserActive, type Closing } from "./sql/close-account.ts";
export { endAccess } from "./sql/end-access.ts";
export { findDemoUid, markDemoUser } from "./sql/demo-user.ts";
export { forgetPeople } from "./sql/forget-people.ts";
export { createUser, type NewUser } from "./sql/create-user.ts";
export { vouchForEmail } from "./sql/vouch-for-email.ts";
export { resetTwoFactor, setPassword, setRole } from "./sql/operate-accounts.ts";
export { findUser, listUsers, type ListedUser } from "./sql/users.ts";
export type { User } from "./user.ts";
