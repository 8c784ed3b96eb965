/** Entries of the trail as admins see them. */
import { Type, type Static } from "typebox";
import { formatInstant } from "../../kit/time/instant.ts";
import { AUDIT_ACTIONS, type AuditRow } from "./store.ts";

export const auditEntry = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    at: Type.String({ description: "RFC 3339, UTC" }),
    action: Type.Enum([...AUDIT_ACTIONS], { description: "With a dot: an admin's action over HTTP" }),
    serverName: Type.Union([Type.String(), Type.Null()], { description: "Null for what admins did" }),
    version: Type.Union([Type.String(), Type.Null()], { description: "Null for all versions at once" }),
    actor: Type.Object(
      {
        method: Type.String({ description: "How it was proved: `dns`, `github-at`, `oidc`, `operator`, `cli`, ..." }),
        subject: Type.String({ description: "Whom it was proved for" }),
        tokenId: Type.Union([Type.String(), Type.Null()]),
      },
      { additionalProperties: false },
    ),
    requestId: Type.String(),
    detail: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
      description:
        "Such as the former status or document. In a list null where it is longer than 8 KiB: read that entry alone",
    }),
  },
  { title: "AuditEntry", additionalProperties: false },
);

export function viewEntry({ author, at, ...row }: AuditRow): Static<typeof auditEntry> {
  return { ...row, at: formatInstant(at), actor: { ...author, tokenId: author.tokenId ?? null } };
}
