import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";

/** Says that the registry answers. Publishers' tools read the GitHub client id here. */
export const getHealth = endpoint({
  id: "system.getHealth",
  method: "GET",
  path: "/health",
  auth: "public",
  summary: "Health",
  input: {},
  output: json(Type.Object({ status: Type.Literal("ok"), github_client_id: Type.Optional(Type.String()) })),
  errors: [],
  beyondSpec: true,
  examples: [{ name: "healthy" }],

  run: ({ about }) => ({
    status: "ok" as const,
    ...(about.githubClientId === "" ? {} : { github_client_id: about.githubClientId }),
  }),
});
