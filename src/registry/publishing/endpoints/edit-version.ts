import { rawJson } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import {
  readName,
  readVersionToChange,
  serverDetailBody,
  serverErrors,
  serverResponse,
  versionPath,
  versionPathErrors,
} from "../../servers/index.ts";
import { mayEdit } from "../../tokens/index.ts";
import { edit } from "../edit.ts";

/** Replaces the document of a published version. */
export const editVersion = endpoint({
  id: "publishing.editVersion",
  method: "PUT",
  path: "/servers/:serverName/versions/:version",
  auth: "token",
  summary: "Replace the document of one version",
  input: { path: versionPath, body: serverDetailBody },
  output: rawJson(serverResponse),
  errors: [
    ...versionPathErrors,
    serverErrors.notFound,
    serverErrors.mayNotEdit,
    serverErrors.renamed,
    serverErrors.otherVersion,
    serverErrors.invalidEdit,
    serverErrors.editRefused,
    serverErrors.updatesOff,
    serverErrors.storageUsed,
  ],
  examples: [
    {
      name: "a better description",
      path: { serverName: "io.example/weather", version: "1.0.0" },
      body: { name: "io.example/weather", description: "Forecasts and warnings.", version: "1.0.0" },
    },
    {
      name: "a new name",
      path: { serverName: "io.example/weather", version: "1.0.0" },
      body: { name: "io.example/storms", description: "Forecasts.", version: "1.0.0" },
      status: 400,
    },
  ],

  async run(deps, { input: { path, body }, actor, requestId }) {
    if (!deps.switches.updates) throw serverErrors.updatesOff();
    const name = readName(deps.model.catalogue, path.serverName);
    const asked = await readVersionToChange(deps.model, name, path.version);
    if (!deps.model.catalogue.findVersion(name, asked)) await deps.model.catchUp();
    const entry = deps.model.catalogue.findVersion(name, asked);
    if (!entry || entry.status === "deleted") throw serverErrors.notFound();
    if (!mayEdit(actor, name)) throw serverErrors.mayNotEdit();
    if (body.name !== name) throw serverErrors.renamed();
    if (body.version !== entry.version) throw serverErrors.otherVersion();
    const edited = await edit(deps, name, entry.version, body, { author: actor, requestId });
    return { body: edited.body };
  },
});
