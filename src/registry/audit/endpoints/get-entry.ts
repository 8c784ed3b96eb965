import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { auditErrors } from "../errors.ts";
import { auditEntry, viewEntry } from "../view.ts";

/** One entry of the trail with all that it says, such as a document that was replaced. */
export const getEntry = endpoint({
  id: "audit.getEntry",
  method: "GET",
  path: "/admin/audit/:id",
  auth: "admin",
  summary: "One entry of the audit trail",
  description: "With its whole detail: the list leaves out what is longer than 8 KiB.",
  input: { path: Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }) },
  output: json(auditEntry),
  errors: [auditErrors.notFound],
  beyondSpec: true,
  examples: [
    { name: "the first", path: { id: "1" } },
    { name: "an entry that is not there", path: { id: "999999999" }, status: 404 },
  ],

  async run({ audit }, { input: { path } }) {
    const row = await audit.find(path.id);
    if (!row) throw auditErrors.notFound({ id: path.id });
    return viewEntry(row);
  },
});
