import { endpoint } from "../../endpoint.ts";
import { listEndpoints } from "./list-endpoints.ts";

/** The public clients ask for the list of operations by this path. */
export const listEp = endpoint({
  ...listEndpoints,
  id: "system.listEp",
  path: "/system/ep",
  summary: "List all operations, for public clients",
  description: "Answers as `system/endpoints`.",
  beyondSpec: true,
});
