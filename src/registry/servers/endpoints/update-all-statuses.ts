import { rawJson } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { mayEdit, mayPublish } from "../../tokens/index.ts";
import { changeAllStatuses } from "../change-status.ts";
import { newestFirst } from "../core/newest-first.ts";
import { allVersionsStatusResponse, statusUpdateRequest } from "../core/server-response.ts";
import { serverErrors } from "../errors.ts";
import { renderUpdated } from "../list-body.ts";
import { readName, serverPath, serverPathErrors } from "../path-input.ts";

/** Changes the status of every version of a server in one transaction; the answer holds all of them. */
export const updateAllStatuses = endpoint({
  id: "servers.updateAllStatuses",
  method: "PATCH",
  path: "/servers/:serverName/status",
  auth: "token",
  summary: "Change the status of all versions of a server",
  input: { path: serverPath, body: statusUpdateRequest },
  output: rawJson(allVersionsStatusResponse),
  errors: [
    ...serverPathErrors,
    serverErrors.notFound,
    serverErrors.mayNotChangeStatus,
    serverErrors.invalidStatus,
    serverErrors.noChangeInAny,
    serverErrors.messageOnActive,
    serverErrors.statusRefused,
    serverErrors.storageUsed,
  ],
  examples: [
    {
      name: "deprecate a whole server",
      path: { serverName: "io.example/tides" },
      body: { status: "deprecated", statusMessage: "Moved to io.example/ocean." },
    },
  ],

  async run(deps, { input: { path, body }, actor, requestId }) {
    const name = readName(deps.model.catalogue, path.serverName);
    if (!deps.model.catalogue.find(name)) await deps.model.catchUp();
    if (!deps.model.catalogue.find(name)) throw serverErrors.notFound();
    if (!mayPublish(actor, name) && !mayEdit(actor, name)) throw serverErrors.mayNotChangeStatus();
    const server = await changeAllStatuses(deps, name, body, { author: actor, requestId });
    return renderUpdated(newestFirst(server.entries));
  },
});
