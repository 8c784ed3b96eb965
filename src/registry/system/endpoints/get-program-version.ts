import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";

/** Which program answers. */
export const getProgramVersion = endpoint({
  id: "system.getProgramVersion",
  method: "GET",
  path: "/version",
  auth: "public",
  summary: "Version of the program",
  input: {},
  output: json(Type.Object({ version: Type.String(), git_commit: Type.String(), build_time: Type.String() })),
  errors: [],
  beyondSpec: true,
  examples: [{ name: "this program" }],

  run: ({ about }) => ({ version: about.version, git_commit: about.gitCommit, build_time: about.buildTime }),
});
