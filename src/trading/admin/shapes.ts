/** Schemas and views that the endpoints of admins share. */
import { Type } from "typebox";
import { toSeconds } from "../../kit/time/instant.ts";
import { id, NOT_BLANK, seconds } from "../shapes.ts";
import type { SeenUser } from "./store.ts";

export const userId = Type.Integer({ minimum: 1, maximum: 1e15, description: "A user, as the list shows it" });

export const reason = Type.String({
  minLength: 3,
  maxLength: 400,
  pattern: NOT_BLANK,
  description: "Why: kept in the account's audit trail, where the user can read it",
});

export const role = Type.Union([Type.Literal("user"), Type.Literal("support"), Type.Literal("admin")]);

export const status = Type.Union([Type.Literal("enabled"), Type.Literal("disabled"), Type.Literal("closed")]);

export const seenUser = Type.Object(
  {
    uid: id,
    owner_uid: Type.Union([id, Type.Null()], { description: "Of a sub-account: its main account" }),
    role,
    username: Type.String(),
    name: Type.String(),
    email: Type.String(),
    email_verified: Type.Boolean(),
    status: Type.Union([Type.Literal("enabled"), Type.Literal("disabled"), Type.Literal("closed")], {
      description: "The user's own: a sub-account cannot get in while its main account is disabled",
    }),
    two_factor: Type.Boolean({ description: "Whether a second factor is set up" }),
    may_invite: Type.Boolean(),
    time_created: seconds,
    last_login: Type.Union([seconds, Type.Null()]),
  },
  { title: "AdminUser" },
);

export function viewUser(user: SeenUser) {
  const shown: "closed" | "enabled" | "disabled" = user.isClosed ? "closed" : user.isEnabled ? "enabled" : "disabled";
  return {
    uid: String(user.uid),
    owner_uid: user.ownerUid === null ? null : String(user.ownerUid),
    role: user.role,
    username: user.username,
    name: user.name,
    email: user.email,
    email_verified: user.isEmailVerified,
    status: shown,
    two_factor: user.hasTwoFactor,
    may_invite: user.mayInvite,
    time_created: toSeconds(user.createdAt),
    last_login: user.lastLoginAt === null ? null : toSeconds(user.lastLoginAt),
  };
}
