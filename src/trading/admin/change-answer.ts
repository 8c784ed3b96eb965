/** The answers to changes of users, and the refusals in their words. */
import { accountErrors } from "../accounts/index.ts";
import { adminErrors } from "./errors.ts";
import type { Changed } from "./store.ts";

/** The refusals of every change of a user. */
export const CHANGE_ERRORS = [adminErrors.noUser, adminErrors.own, adminErrors.noAdmin];

/**
 * Answers what was done, or throws.
 *
 * @param command with which an operator does the same at the command line
 * @throws one of `CHANGE_ERRORS`; adminErrors.commandLine, subaccount, disabled; accountErrors.twoFactorOff
 */
export function requireDone<Value>(
  changed: Changed<Value>,
  uid: number,
  command: string,
): Extract<Changed<Value>, { readonly kind: "done" }> {
  if (changed.kind === "absent") throw adminErrors.noUser({ uid });
  if (changed.kind === "done") return changed;
  switch (changed.why) {
    case "noAdmin":
      throw adminErrors.noAdmin();
    case "own":
      throw adminErrors.own({ uid });
    case "commandLine":
      throw adminErrors.commandLine({ command });
    case "subaccount":
      throw adminErrors.subaccount({ uid });
    case "disabled":
      throw adminErrors.disabled({ uid });
    case "twoFactorOff":
      throw accountErrors.twoFactorOff();
  }
}
