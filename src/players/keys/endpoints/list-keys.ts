import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { keyJson, shownKeySchema } from "../key-json.ts";

/** All keys of the service. */
export const listKeys = endpoint({
  id: "keys.listKeys",
  method: "GET",
  path: "/Keys",
  auth: "admin",
  beyondSpec: true,
  summary: "Keys of callers",
  description: "Oldest first. A key itself is shown when it is made, and never again.",
  input: {},
  output: json(Type.Array(shownKeySchema)),
  errors: [],
  examples: [{ name: "all" }],

  async run({ keyStore, clock }) {
    const now = clock.now();
    return (await keyStore.list()).map((key) => keyJson(key, now));
  },
});
