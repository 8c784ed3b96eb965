import { stream } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { serverResponse } from "../../servers/index.ts";
import { exportLines } from "../export-lines.ts";

/** Everything in one answer, for mirrors, backups and searches of one's own. */
export const exportServers = endpoint({
  id: "sync.exportServers",
  method: "GET",
  path: "/export",
  auth: "public",
  summary: "Export all versions",
  description:
    "Every version of every server, deleted ones too, by name and version: one ServerResponse a line (NDJSON). All lines " +
    "are of one state of the registry. `tripod registry import` reads it back.",
  input: {},
  output: stream("application/x-ndjson", { item: serverResponse }),
  errors: [],
  examples: [{ name: "everything" }],
  beyondSpec: true,

  run: ({ model }) => exportLines(model.catalogue),
});
