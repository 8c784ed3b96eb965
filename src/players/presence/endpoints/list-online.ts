import { Type } from "typebox";
import { rawJson } from "../../../kit/endpoint/output.ts";
import { simpleProfile } from "../../directory/index.ts";
import { endpoint } from "../../endpoint.ts";
import { jsonArray } from "../../json-array.ts";

/** Who is on any server of the cluster now. */
export const listOnline = endpoint({
  id: "presence.listOnline",
  method: "GET",
  path: "/Online",
  auth: "read",
  summary: "Players that are online",
  description:
    "By id. Somebody of whom no save is known yet, because he has just begun, comes last with the id 0 and the name of his account.",
  input: {},
  output: rawJson(Type.Array(simpleProfile), { cacheControl: "private, max-age=5" }),
  errors: [],
  examples: [{ name: "now" }],
  run: ({ model }) => ({ body: jsonArray(model.directory.online()) }),
});
