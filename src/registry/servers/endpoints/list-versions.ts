import { Type } from "typebox";
import { rawJson } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { newestFirst } from "../core/newest-first.ts";
import { serverList } from "../core/server-response.ts";
import { serverErrors } from "../errors.ts";
import { renderList } from "../list-body.ts";
import { readName, serverPath, serverPathErrors } from "../path-input.ts";

/** Lists every version of one server on one page, newest publication first. */
export const listVersions = endpoint({
  id: "servers.listVersions",
  method: "GET",
  path: "/servers/:serverName/versions",
  auth: "public",
  summary: "List all versions of a server",
  input: {
    path: serverPath,
    query: Type.Object({
      include_deleted: Type.Boolean({ default: false, description: "Show deleted versions too" }),
    }),
  },
  output: rawJson(serverList, { cacheControl: "no-cache" }),
  errors: [serverErrors.notFound, ...serverPathErrors],
  examples: [
    { name: "all versions", path: { serverName: "io.example/weather" } },
    { name: "a server that is not there", path: { serverName: "io.example/nothing" }, status: 404 },
  ],

  run({ model, pages }, { input: { path, query } }) {
    const { catalogue } = model;
    const name = readName(catalogue, path.serverName);
    const entries = catalogue.find(name)?.entries ?? [];
    const visible = query.include_deleted ? entries : entries.filter((entry) => entry.status !== "deleted");
    if (visible.length === 0) throw serverErrors.notFound();
    return pages.get(catalogue, JSON.stringify(["versions", name, query.include_deleted]), () =>
      renderList(newestFirst(visible), undefined),
    );
  },
});
