import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { pageErrors, pageMetadata, pageOf, pageQuery, placeOf } from "../../page-place.ts";
import { listedToken, viewListed } from "../token-view.ts";

/** The tokens that an operator or an admin made. Those of logins last minutes and are not kept. */
export const listTokens = endpoint({
  id: "tokens.listTokens",
  method: "GET",
  path: "/admin/tokens",
  auth: "admin",
  summary: "Tokens that were made without a login",
  description: "Newest first, on the command line or by an admin. The tokens themselves are not kept.",
  input: {
    query: Type.Object({
      ...pageQuery,
      expired: Type.Boolean({ default: false, description: "Those that expired in the last month too" }),
    }),
  },
  output: json(
    Type.Object(
      { tokens: Type.Array(listedToken), metadata: pageMetadata },
      { title: "TokenPage", additionalProperties: false },
    ),
  ),
  errors: [pageErrors.invalidCursor],
  beyondSpec: true,
  examples: [
    { name: "those that count, or were revoked" },
    { name: "a cursor that was changed", query: { cursor: "x" }, status: 400 },
  ],

  async run({ tokens }, { input: { query } }) {
    const place = placeOf(query.cursor);
    const before = place && { issuedAt: place.at, tokenId: place.id };
    const rows = await tokens.listIssued({ all: query.expired, limit: query.limit + 1, before });
    const { shown, metadata } = pageOf(rows, query.limit, ({ issuedAt: at, tokenId: id }) => ({ at, id }));
    return { tokens: shown.map(viewListed), metadata };
  },
});
