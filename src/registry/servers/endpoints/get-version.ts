import { Type } from "typebox";
import { rawJson } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { tagOfEntry } from "../core/entry.ts";
import { serverResponse } from "../core/server-response.ts";
import { serverErrors } from "../errors.ts";
import { readName, readVersion, versionPath, versionPathErrors } from "../path-input.ts";

/** Shows one version; `latest` is the highest that is not deleted. */
export const getVersion = endpoint({
  id: "servers.getVersion",
  method: "GET",
  path: "/servers/:serverName/versions/:version",
  auth: "public",
  summary: "Get one version of a server",
  input: {
    path: versionPath,
    query: Type.Object({
      include_deleted: Type.Boolean({ default: false, description: "Find a deleted version too" }),
    }),
  },
  output: rawJson(serverResponse, { cacheControl: "no-cache" }),
  errors: [serverErrors.notFound, ...versionPathErrors],
  examples: [
    { name: "the latest version", path: { serverName: "io.example/weather", version: "latest" } },
    { name: "one version", path: { serverName: "io.example/weather", version: "1.0.0" } },
    { name: "a version that is not there", path: { serverName: "io.example/weather", version: "9.9.9" }, status: 404 },
  ],

  run({ model: { catalogue } }, { input: { path, query } }) {
    const name = readName(catalogue, path.serverName);
    const entry = catalogue.findVersion(name, readVersion(catalogue, name, path.version));
    if (!entry || (entry.status === "deleted" && !query.include_deleted)) throw serverErrors.notFound();
    return { body: entry.body, etag: tagOfEntry(entry) };
  },
});
