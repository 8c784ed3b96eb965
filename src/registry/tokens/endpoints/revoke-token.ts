import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { tokenErrors } from "../errors.ts";

/** Ends a token of the list, which may count for years otherwise. */
export const revokeToken = endpoint({
  id: "tokens.revokeToken",
  method: "DELETE",
  path: "/admin/tokens/:tokenId",
  auth: "admin",
  summary: "Revoke a token",
  description:
    "It counts no more: at once in this process, within five seconds in others. Revoking it again changes nothing.",
  input: { path: Type.Object({ tokenId: Type.String({ maxLength: 200, description: "As in the list of tokens" }) }) },
  output: json(Type.Object({ id: Type.String() }, { title: "RevokedToken", additionalProperties: false })),
  errors: [tokenErrors.notFound],
  beyondSpec: true,
  examples: [
    { name: "a token", path: { tokenId: "tok_example" } },
    { name: "a token that is not there", path: { tokenId: "tok_nothing" }, status: 404 },
  ],

  async run({ tokens, change }, { input: { path }, actor, requestId }) {
    const { tokenId } = path;
    const isFound = await tokens.revokeToken(tokenId, (id, at) =>
      change({ actor, requestId }, async (stores) => {
        if (!(await stores.tokens.revokeOperatorToken(id, at))) return false;
        await stores.record({ action: "token.revoke", detail: { tokenId } });
        return true;
      }),
    );
    if (!isFound) throw tokenErrors.notFound({ tokenId });
    return { id: tokenId };
  },
});
