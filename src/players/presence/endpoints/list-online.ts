import { Type } from "typebox";
import { rawJson } from "../../../kit/endpoint/output.ts";
import { onlinePlayer } from "../../directory/index.ts";
import { endpoint } from "../../endpoint.ts";
import { jsonArray } from "../../json-array.ts";

/** The players on any server of the cluster now. */
export const listOnline = endpoint({
  id: "presence.listOnline",
  method: "GET",
  path: "/Online",
  auth: "read",
  summary: "Players that are online",
  description:
    "By id. `Server` is the key of the server that the player is on, as in `/Servers`. A player without a known save " +
    "yet, who has just begun, comes last, with the id 0 and the name of the account.",
  input: {},
  output: rawJson(Type.Array(onlinePlayer), { cacheControl: "private, max-age=5" }),
  errors: [],
  examples: [{ name: "now" }],
  run: ({ model }) => ({ body: jsonArray(model.directory.online()) }),
});
