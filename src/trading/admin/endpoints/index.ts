/** Actions of admins on users. */
import { createUser } from "./create-user.ts";
import { disableUser } from "./disable-user.ts";
import { enableUser } from "./enable-user.ts";
import { listUsers } from "./list-users.ts";
import { resetPassword } from "./reset-password.ts";
import { resetTwoFactor } from "./reset-two-factor.ts";
import { setRole } from "./set-role.ts";

export const adminEndpoints = [
  listUsers,
  createUser,
  disableUser,
  enableUser,
  setRole,
  resetPassword,
  resetTwoFactor,
] as const;
