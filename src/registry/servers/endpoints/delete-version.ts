import { rawJson } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { mayEdit, mayPublish } from "../../tokens/index.ts";
import { serverResponse } from "../core/server-response.ts";
import { serverErrors } from "../errors.ts";
import { deleteVersion as remove } from "../change-status.ts";
import { readName, versionPath, versionPathErrors, readVersionToChange } from "../path-input.ts";

/** Hides one version. Nothing is removed: its number stays taken, and its status can be set back. */
export const deleteVersion = endpoint({
  id: "servers.deleteVersion",
  method: "DELETE",
  path: "/servers/:serverName/versions/:version",
  auth: "token",
  summary: "Delete one version of a server",
  description: "A soft delete: the version gets the status `deleted` and can be restored by a change of status.",
  input: { path: versionPath },
  output: rawJson(serverResponse),
  errors: [
    ...versionPathErrors,
    serverErrors.notFound,
    serverErrors.mayNotChangeStatus,
    serverErrors.deletionOff,
    serverErrors.storageUsed,
  ],
  examples: [{ name: "delete a version", path: { serverName: "io.example/weather", version: "0.9.0" } }],

  async run(deps, { input: { path }, actor, requestId }) {
    if (!deps.switches.deletion) throw serverErrors.deletionOff();
    const name = readName(deps.model.catalogue, path.serverName);
    if (!deps.model.catalogue.find(name)) await deps.model.catchUp();
    if (!deps.model.catalogue.find(name)) throw serverErrors.notFound();
    if (!mayPublish(actor, name) && !mayEdit(actor, name)) throw serverErrors.mayNotChangeStatus();
    const version = await readVersionToChange(deps.model, name, path.version);
    const entry = await remove(deps, name, version, { author: actor, requestId });
    return { body: entry.body };
  },
});
