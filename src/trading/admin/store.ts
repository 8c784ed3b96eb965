/** The storage port of user administration. */
import type { Instant } from "../../kit/time/instant.ts";
import type { ByAdmin, PasswordReset } from "../accounts/index.ts";
import type { Caller } from "../caller.ts";
import type { UserRefusal } from "./core/refusal-of.ts";

/** A user as admins see it. */
export interface SeenUser {
  readonly uid: number;
  readonly ownerUid: number | null;
  readonly role: Caller["role"];
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly isEnabled: boolean;
  readonly isClosed: boolean;
  readonly hasTwoFactor: boolean;
  readonly mayInvite: boolean;
  readonly createdAt: Instant;
  readonly lastLoginAt: Instant | null;
}

export interface UserFilter {
  /** Part of the username, name or mail address in whatever case, or the uid. */
  readonly search?: string | undefined;
  readonly role?: Caller["role"] | undefined;
  readonly status?: "enabled" | "disabled" | "closed" | undefined;
  /** Only this account with its sub-accounts. */
  readonly ownerUid?: number | undefined;
}

export interface CreatedUser {
  readonly by: ByAdmin;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly role: "user" | "support";
  /** Of a password that is not known to anyone. */
  readonly passwordHash: string;
  readonly link: PasswordReset["link"];
}

export type Changed<Value = object> =
  | ({ readonly kind: "done"; readonly user: SeenUser } & Value)
  | { readonly kind: "absent" }
  | { readonly kind: "refused"; readonly why: UserRefusal };

export interface UserAdminStore {
  /** In the order of uids. `after` is the last uid of the page before. */
  list(filter: UserFilter, page: { readonly limit: number; readonly after: number }): Promise<readonly SeenUser[]>;
  /** A user whose account is not closed. */
  find(uid: number): Promise<SeenUser | undefined>;
  /** @throws accountErrors.usernameTaken, accountErrors.badUsername */
  create(user: CreatedUser): Promise<Changed>;
  /** `activeStrategies`: those of the account that trade on; at most 20 are named. */
  setEnabled(
    uid: number,
    isEnabled: boolean,
    by: ByAdmin,
    at: Instant,
  ): Promise<Changed<{ readonly activeStrategies: readonly number[] }>>;
  setRole(uid: number, role: Caller["role"], by: ByAdmin, at: Instant): Promise<Changed>;
  resetPassword(uid: number, reset: PasswordReset): Promise<Changed>;
  resetTwoFactor(uid: number, by: ByAdmin, at: Instant): Promise<Changed>;
}
