import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { keyErrors } from "../errors.ts";
import { keyId } from "../key-json.ts";

const revokedKey = Type.Object({ Id: Type.String() }, { title: "RevokedKey", additionalProperties: false });

/** Ends a key for good. */
export const revokeKey = endpoint({
  id: "keys.revokeKey",
  method: "DELETE",
  path: "/Key/:id",
  auth: "admin",
  beyondSpec: true,
  summary: "Revoke a key",
  description: "For good, within a second at every process; streams that it opened end. A key may revoke itself.",
  input: { path: Type.Object({ id: keyId }) },
  output: json(revokedKey),
  errors: [keyErrors.notFound],
  examples: [
    { name: "a key", path: { id: "key_example" } },
    { name: "an unknown key", path: { id: "key_unknown" }, status: 404 },
  ],

  run: ({ change }, { input: { path }, actor, requestId }) =>
    change({ actor, requestId }, async ({ keys, audit }) => {
      const { id } = path;
      if (!(await keys.revoke(id))) throw keyErrors.notFound({ id });
      await audit({ action: "key.revoke", subject: id, detail: {} });
      return { Id: id };
    }),
});
