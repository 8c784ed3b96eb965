/** Schemas and views that the endpoints of sign-up share. */
import { Type } from "typebox";
import { id, seconds } from "../shapes.ts";
import { toSeconds, type Instant } from "../../kit/time/instant.ts";
import type { Invitation } from "./store.ts";

/** 16 bytes in base64url. */
export const invitationCode = Type.String({
  pattern: "^[A-Za-z0-9_-]{22}$",
  description: "The code of an invitation, as its maker received it",
});

export const referralCode = Type.String({
  pattern: "^[A-Za-z0-9]{6,32}$",
  description: "The code of the user who recommended the platform, as `user/list-referrals` shows it",
});

const orNull = Type.Union([seconds, Type.Null()]);

export const invitation = Type.Object(
  {
    id,
    label: Type.String(),
    status: Type.Union([Type.Literal("open"), Type.Literal("used"), Type.Literal("revoked"), Type.Literal("expired")]),
    time_created: seconds,
    expires_at: seconds,
    used_at: orNull,
    revoked_at: orNull,
  },
  { title: "Invitation" },
);

/** With whose it is. */
export const accountInvitation = Type.Object(
  { ...invitation.properties, uid: id, username: Type.String({ description: "Of the account that invites" }) },
  { title: "AccountInvitation" },
);

export function viewInvitation(of: Invitation, now: Instant) {
  const { id: number, label, createdAt, expiresAt, usedAt, revokedAt } = of;
  const status: "open" | "used" | "revoked" | "expired" =
    usedAt !== null ? "used" : revokedAt !== null ? "revoked" : expiresAt <= now ? "expired" : "open";
  return {
    id: String(number),
    label,
    status,
    time_created: toSeconds(createdAt),
    expires_at: toSeconds(expiresAt),
    used_at: usedAt === null ? null : toSeconds(usedAt),
    revoked_at: revokedAt === null ? null : toSeconds(revokedAt),
  };
}
