import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { parseInstant, type Instant } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { pageErrors, pageMetadata, pageOf, pageQuery, placeOf } from "../../page-place.ts";
import { couldMatch, parsePattern } from "../../tokens/index.ts";
import { nameBounds } from "../core/name-bounds.ts";
import { auditErrors } from "../errors.ts";
import { AUDIT_ACTIONS } from "../store.ts";
import { auditEntry, viewEntry } from "../view.ts";

/** An edit keeps the replaced document, of up to 128 KiB: a page of those would be a hundred times as large. */
const LONGEST_DETAIL = 8_192;

const time = (about: string) => Type.Optional(Type.String({ maxLength: 64, description: `RFC 3339: ${about}` }));

/** Who did what, and when. */
export const listAudit = endpoint({
  id: "audit.listAudit",
  method: "GET",
  path: "/admin/audit",
  auth: "admin",
  summary: "Who did what",
  description:
    "Newest first. The trail is kept permanently: actions of admins over HTTP are in it beside the changes of servers.",
  input: {
    query: Type.Object({
      ...pageQuery,
      name: Type.Optional(
        Type.String({ maxLength: 200, description: "A server name, or the beginning of one followed by `*`" }),
      ),
      action: Type.Optional(Type.Enum([...AUDIT_ACTIONS])),
      actor: Type.Optional(Type.String({ maxLength: 500, description: "Exactly this subject of an actor" })),
      since: time("at this time or later"),
      until: time("before this time"),
    }),
  },
  output: json(
    Type.Object(
      { entries: Type.Array(auditEntry), metadata: pageMetadata },
      { title: "AuditPage", additionalProperties: false },
    ),
  ),
  errors: [auditErrors.invalidName, auditErrors.invalidTime, pageErrors.invalidCursor],
  beyondSpec: true,
  examples: [
    { name: "the latest" },
    { name: "of one namespace", query: { name: "io.example/*", action: "status", limit: "10" } },
    { name: "a pattern that no name has", query: { name: "*example" }, status: 422 },
    { name: "a namespace without its servers", query: { name: "io.example" }, status: 422 },
    { name: "an invalid time", query: { since: "yesterday" }, status: 422 },
    { name: "a cursor that was changed", query: { cursor: "x" }, status: 400 },
  ],

  async run({ audit }, { input: { query } }) {
    const pattern = query.name === undefined ? undefined : parsePattern(query.name);
    if (query.name !== undefined && (pattern === undefined || !couldMatch(pattern))) throw auditErrors.invalidName();
    const rows = await audit.list({
      names: pattern === undefined ? undefined : nameBounds(pattern),
      action: query.action,
      actor: query.actor,
      since: timeOf("since", query.since),
      until: timeOf("until", query.until),
      before: placeOf(query.cursor),
      limit: query.limit + 1,
      longestDetail: LONGEST_DETAIL,
    });
    const { shown, metadata } = pageOf(rows, query.limit, ({ at, id }) => ({ at, id: String(id) }));
    return { entries: shown.map(viewEntry), metadata };
  },
});

function timeOf(parameter: string, text: string | undefined): Instant | undefined {
  if (text === undefined) return undefined;
  const instant = parseInstant(text);
  if (instant === undefined) throw auditErrors.invalidTime({ parameter });
  return instant;
}
