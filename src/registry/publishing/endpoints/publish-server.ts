import { rawJson } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { serverDetailBody, serverErrors, serverResponse } from "../../servers/index.ts";
import { buildPermissionText, mayPublish } from "../../tokens/index.ts";
import { publishErrors } from "../errors.ts";
import { publish } from "../publish.ts";

/** Publishes a version of a new or known server. */
export const publishServer = endpoint({
  id: "publishing.publishServer",
  method: "POST",
  path: "/publish",
  auth: "token",
  summary: "Publish a version of a server",
  description:
    "A version is published once: its number stays taken even after deletion. A status of the version, its place in " +
    "the order and everything else under the official key of `_meta` is the registry's to say.",
  input: { body: serverDetailBody },
  output: rawJson(serverResponse),
  errors: [
    publishErrors.mayNotPublish,
    publishErrors.invalid,
    publishErrors.refused,
    publishErrors.off,
    serverErrors.storageUsed,
  ],
  examples: [
    {
      name: "a remote server",
      body: {
        $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        name: "io.example/weather",
        description: "Forecasts for any place on earth.",
        version: "1.1.0",
        remotes: [{ type: "streamable-http", url: "https://weather.example.com/mcp" }],
      },
    },
    {
      name: "a version that is a range",
      body: { name: "io.example/weather", description: "Forecasts.", version: "^1.0.0" },
      status: 422,
    },
  ],

  async run(deps, { input: { body }, actor, requestId }) {
    if (!deps.switches.publishing) throw publishErrors.off();
    if (!mayPublish(actor, body.name)) {
      throw publishErrors.mayNotPublish({ explanation: buildPermissionText(actor, body.name) });
    }
    const entry = await publish(deps, body, { author: actor, requestId });
    return { body: entry.body };
  },
});
