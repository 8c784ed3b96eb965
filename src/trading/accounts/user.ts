/** A user as the platform keeps it. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Caller } from "../caller.ts";

/** The user that a change concerns: for the trail, and for the mail about it. */
export interface Person {
  readonly uid: number;
  /** The user's own uid, or that of the sub-account's owner. */
  readonly ownerUid: number;
  readonly username: string;
  readonly email: string;
}

export interface User extends Person {
  readonly role: Caller["role"];
  readonly name: string;
  readonly emailVerifiedAt: Instant | null;
  /** ISO 3166-1 alpha-2; null for not told. */
  readonly country: string | null;
  readonly passwordHash: string;
  readonly passwordChangedAt: Instant;
  /** False, too, when the owner of a sub-account is not. */
  readonly isActive: boolean;
  readonly createdAt: Instant;
  readonly lastLoginAt: Instant | null;
  readonly hasTwoFactor: boolean;
}
