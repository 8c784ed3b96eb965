/** Tokens of the list as admins see them: never the token itself. */
import { Type, type Static } from "typebox";
import { formatInstant } from "../../kit/time/instant.ts";
import { MAX_PATTERN_CHARACTERS, MAX_PERMISSIONS } from "./core/permissions.ts";
import type { OperatorToken } from "./store.ts";

const resource = Type.String({
  maxLength: MAX_PATTERN_CHARACTERS,
  description: "A server name, the beginning of one followed by `*`, or `*`. Of `read` and `admin` always `*`",
});

/** The rights that a token made over HTTP may have. Tokens of admins are made on the command line only. */
export const wantedPermissions = Type.Array(
  Type.Object(
    { action: Type.Enum(["publish", "edit", "read"]), resource },
    { title: "WantedPermission", additionalProperties: false },
  ),
  { minItems: 1, maxItems: MAX_PERMISSIONS },
);

const members = {
  id: Type.String({ description: "The `jti` of the token" }),
  subject: Type.String({ description: "Its owner" }),
  permissions: Type.Array(
    Type.Object(
      { action: Type.Enum(["publish", "edit", "read", "admin"]), resource: Type.String() },
      { title: "Permission", additionalProperties: false },
    ),
  ),
  issuedAt: Type.String({ description: "RFC 3339, UTC" }),
  expiresAt: Type.String({ description: "RFC 3339, UTC" }),
  revokedAt: Type.Union([Type.String(), Type.Null()], { description: "Since when it does not count" }),
};

export const listedToken = Type.Object(members, { title: "ListedToken", additionalProperties: false });

export const madeToken = Type.Object(
  {
    registry_token: Type.String({ description: "To be sent as `Authorization: Bearer <token>`. Shown only now" }),
    ...members,
  },
  { title: "MadeToken", additionalProperties: false },
);

export function viewListed({ tokenId: id, subject, permissions, ...times }: OperatorToken): Static<typeof listedToken> {
  return {
    id,
    subject,
    permissions: permissions.map(({ action, resource: pattern }) => ({ action, resource: pattern })),
    issuedAt: formatInstant(times.issuedAt),
    expiresAt: formatInstant(times.expiresAt),
    revokedAt: times.revokedAt === null ? null : formatInstant(times.revokedAt),
  };
}
