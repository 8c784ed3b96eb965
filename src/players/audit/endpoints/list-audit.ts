import { Type } from "typebox";
import { json, withHeaders } from "../../../kit/endpoint/output.ts";
import { shownTime, shownTimestamp } from "../../directory/index.ts";
import { endpoint } from "../../endpoint.ts";
import { cutToLimit, HAS_MORE } from "../../has-more.ts";
import { AUDIT_ACTIONS, type AuditRow } from "../store.ts";

const auditLine = Type.Object(
  {
    Number: Type.Integer({ description: "Counts the lines" }),
    At: shownTimestamp,
    KeyId: Type.String({ description: "The key of the request, as in `/Keys`" }),
    KeyName: Type.String(),
    Action: Type.Enum([...AUDIT_ACTIONS]),
    Subject: Type.String({ description: "The changed thing: an id; of a person, the digest of the account or player" }),
    Detail: Type.Record(Type.String(), Type.Unknown()),
    RequestId: Type.String(),
  },
  { title: "AuditLine", additionalProperties: false },
);

/** Who changed what over HTTP. */
export const listAudit = endpoint({
  id: "audit.listAudit",
  method: "GET",
  path: "/Audit",
  auth: "admin",
  beyondSpec: true,
  summary: "Who changed what",
  description:
    "Changes that were made over HTTP, newest first. The next page begins with `before`, the `Number` of the last line. Commands " +
    "of the operator are not in it. It does not name people: the subject of an erasure is `sha256(account:ID)` or " +
    "`sha256(player:ID)`.",
  input: {
    query: Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: "Most lines to answer" }),
      before: Type.Optional(
        Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: "Only lines with a lower `Number`" }),
      ),
    }),
  },
  output: json(Type.Array(auditLine), { headers: HAS_MORE }),
  errors: [],
  examples: [{ name: "the latest" }, { name: "the page after", query: { before: "100" } }],

  async run({ audit }, { input: { query } }) {
    const { limit, before } = query;
    const { shown, headers } = cutToLimit(await audit.listAudit({ limit: limit + 1, before }), limit);
    return withHeaders(shown.map(shownLine), headers);
  },
});

function shownLine(row: AuditRow) {
  return {
    Number: row.id,
    At: shownTime(row.at),
    KeyId: row.keyId,
    KeyName: row.keyName,
    Action: row.action,
    Subject: row.subject,
    Detail: row.detail,
    RequestId: row.requestId,
  };
}
