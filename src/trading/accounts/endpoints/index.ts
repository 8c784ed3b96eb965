/** The endpoints of accounts. */
import { accessHistory } from "./access-history.ts";
import { accountDetails } from "./account-details.ts";
import { closeAccount } from "./close-account.ts";
import { emailChangeConfirm } from "./email-change-confirm.ts";
import { emailChangeRequest } from "./email-change-request.ts";
import { emailVerifyConfirm } from "./email-verify-confirm.ts";
import { emailVerifyRequest } from "./email-verify-request.ts";
import { listReferrals } from "./list-referrals.ts";
import { passwordChange } from "./password-change.ts";
import { passwordReset } from "./password-reset.ts";
import { passwordResetRequest } from "./password-reset-request.ts";
import { securitySettings } from "./security-settings.ts";
import { settings } from "./settings.ts";
import { twoFactorConfirm } from "./two-factor-confirm.ts";
import { twoFactorDisable } from "./two-factor-disable.ts";
import { twoFactorRecoveryCodes } from "./two-factor-recovery-codes.ts";
import { twoFactorSetup } from "./two-factor-setup.ts";

export const accountEndpoints = [
  closeAccount,
  settings,
  accessHistory,
  accountDetails,
  listReferrals,
  securitySettings,
  passwordChange,
  passwordResetRequest,
  passwordReset,
  emailVerifyRequest,
  emailVerifyConfirm,
  emailChangeRequest,
  emailChangeConfirm,
  twoFactorSetup,
  twoFactorConfirm,
  twoFactorDisable,
  twoFactorRecoveryCodes,
] as const;
