import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { pageOf, paging } from "../../shapes.ts";
import type { AccessDeps } from "../deps.ts";
import { keyView, viewKey } from "../key-view.ts";

export const listApiKeys = endpoint({
  id: "access.listApiKeys",
  method: ["GET", "POST"],
  path: "/user/api-keys/list",
  auth: "user",
  summary: "The caller's own API keys",
  description: "Those in force, newest first, each by its first and last characters and without its secret.",
  input: { params: Type.Object({ ...paging }) },
  output: json(pageOf("keys", keyView)),
  errors: [],
  examples: [
    { name: "the newest", query: { limit: "5" } },
    { name: "no such page", query: { pagenumber: "0" }, status: 422 },
  ],
  beyondSpec: true,

  async run({ apiKeys }: AccessDeps, { input: { params }, actor }) {
    const { pagenumber } = params;
    const { keys, total } = await apiKeys.list(actor.uid, rowsOf(params));
    return { keys: keys.map(viewKey), page: pagenumber, showing: keys.length, total };
  },
});
