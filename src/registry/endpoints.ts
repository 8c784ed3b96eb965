/** Every operation of the registry, area by area. */
import { auditEndpoints } from "./audit/endpoints/index.ts";
import { publishingEndpoints } from "./publishing/endpoints/index.ts";
import { serverEndpoints } from "./servers/endpoints/index.ts";
import { sessionEndpoints } from "./sessions/endpoints/index.ts";
import { syncEndpoints } from "./sync/endpoints/index.ts";
import { systemEndpoints } from "./system/endpoints/index.ts";
import { tokenEndpoints } from "./tokens/endpoints/index.ts";
import { webhookEndpoints } from "./webhooks/endpoints/index.ts";

export const registryEndpoints = [
  ...serverEndpoints,
  ...publishingEndpoints,
  ...syncEndpoints,
  ...tokenEndpoints,
  ...sessionEndpoints,
  ...systemEndpoints,
  ...webhookEndpoints,
  ...auditEndpoints,
] as const;
