import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { id, pageOf, paging, seconds } from "../../shapes.ts";
import type { AuditDeps } from "../deps.ts";
import type { RecordedEntry } from "../store.ts";

const entry = Type.Object(
  {
    id,
    uid: Type.Union([id, Type.Null()], { description: "Who made the change; null for the platform itself" }),
    action: Type.String({ description: "What was done, such as ticket.create" }),
    subject: Type.String({ description: "Id of what was changed" }),
    details: Type.Record(Type.String(), Type.Unknown()),
    at: seconds,
  },
  { title: "AuditEntry" },
);

export const listAudit = endpoint({
  id: "audit.listAudit",
  method: ["GET", "POST"],
  path: "/user/audit",
  auth: "owner",
  summary: "Who changed what in the account",
  description: "Changes by the main account, its sub-accounts and the platform, newest first. Nothing is ever removed.",
  input: {
    params: Type.Object({
      ...paging,
      uid: Type.Optional(Type.Integer({ minimum: 1, maximum: 1e15, description: "Only of this user of the account" })),
      action: Type.Optional(
        Type.String({ minLength: 1, maxLength: 60, description: "Only actions that begin so, such as `ticket.`" }),
      ),
    }),
  },
  output: json(pageOf("entries", entry)),
  errors: [],
  examples: [
    { name: "the newest", query: { limit: "5" } },
    { name: "of one kind", query: { action: "api_key." } },
    { name: "a page that is too long", query: { limit: "5000" }, status: 422 },
  ],
  beyondSpec: true,

  async run({ auditTrail }: AuditDeps, { input: { params }, actor }) {
    const { pagenumber, uid, action } = params;
    const { entries, total } = await auditTrail.list(actor.ownerUid, { uid, action }, rowsOf(params));
    return { entries: entries.map(viewOf), page: pagenumber, showing: entries.length, total };
  },
});

function viewOf({ id: entryId, uid, action, subject, details, at }: RecordedEntry) {
  return {
    id: String(entryId),
    uid: uid === null ? null : String(uid),
    action,
    subject,
    details: details as Record<string, unknown>,
    at: toSeconds(at),
  };
}
