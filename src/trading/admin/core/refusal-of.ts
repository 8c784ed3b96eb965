/** Changes of a user that an admin may not make. */
import type { Caller } from "../../caller.ts";

export type UserChange =
  | { readonly kind: "disable" | "enable" | "password" | "twoFactor" }
  | { readonly kind: "role"; readonly role: Caller["role"] };

export interface Standing {
  readonly uid: number;
  readonly ownerUid: number;
  readonly role: Caller["role"];
  /** The user's own, not that of its owner. */
  readonly isEnabled: boolean;
  readonly hasTwoFactor: boolean;
}

/**
 * `noAdmin`: another admin has just taken the role or the account away. `own`: an admin changes the own account elsewhere,
 * by the password and the second factor, so an admin who changes others always remains. `commandLine`: one admin who could
 * make or open the account of another could approve as two.
 */
export type UserRefusal = "noAdmin" | "own" | "commandLine" | "subaccount" | "disabled" | "twoFactorOff";

/** Decides from the rows of both users, locked; undefined when the admin may. */
export function refusalOf(change: UserChange, admin: Standing | undefined, user: Standing): UserRefusal | undefined {
  if (admin?.role !== "admin" || !admin.isEnabled) return "noAdmin";
  if (user.ownerUid === admin.uid) return "own";
  switch (change.kind) {
    case "disable":
    case "enable":
      return undefined;
    case "role":
      if (user.ownerUid !== user.uid) return "subaccount";
      return change.role === "admin" ? "commandLine" : undefined;
    case "password":
      if (user.role === "admin") return "commandLine";
      return user.isEnabled ? undefined : "disabled";
    case "twoFactor":
      if (user.role === "admin") return "commandLine";
      return user.hasTwoFactor ? undefined : "twoFactorOff";
  }
}
