import { rawJson } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { mayEdit, mayPublish } from "../../tokens/index.ts";
import { changeStatus } from "../change-status.ts";
import { serverResponse, statusUpdateRequest } from "../core/server-response.ts";
import { serverErrors } from "../errors.ts";
import { readName, versionPath, versionPathErrors, readVersionToChange } from "../path-input.ts";

/** Changes the status of one version. A stranger with a valid token learns that it is not there before that it is not theirs. */
export const updateStatus = endpoint({
  id: "servers.updateStatus",
  method: "PATCH",
  path: "/servers/:serverName/versions/:version/status",
  auth: "token",
  summary: "Change the status of one version",
  input: { path: versionPath, body: statusUpdateRequest },
  output: rawJson(serverResponse),
  errors: [
    ...versionPathErrors,
    serverErrors.versionNotFound,
    serverErrors.mayNotChangeStatus,
    serverErrors.invalidStatus,
    serverErrors.noChange,
    serverErrors.messageOnActive,
    serverErrors.statusRefused,
    serverErrors.storageUsed,
  ],
  examples: [
    {
      name: "deprecate a version",
      path: { serverName: "io.example/weather", version: "1.0.0" },
      body: { status: "deprecated", statusMessage: "Use 2.0.0 instead." },
    },
    {
      name: "a status that does not exist",
      path: { serverName: "io.example/weather", version: "1.0.0" },
      body: { status: "retired" },
      status: 400,
    },
  ],

  async run(deps, { input: { path, body }, actor, requestId }) {
    const name = readName(deps.model.catalogue, path.serverName);
    const version = await readVersionToChange(deps.model, name, path.version);
    if (!deps.model.catalogue.findVersion(name, version)) await deps.model.catchUp();
    if (!deps.model.catalogue.findVersion(name, version)) throw serverErrors.versionNotFound();
    if (!mayPublish(actor, name) && !mayEdit(actor, name)) throw serverErrors.mayNotChangeStatus();
    const entry = await changeStatus(deps, name, version, body, { author: actor, requestId });
    return { body: entry.body };
  },
});
