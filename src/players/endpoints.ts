/** Every operation of the players service, area by area. */
import { auditEndpoints } from "./audit/endpoints/index.ts";
import { clusterEndpoints } from "./cluster/endpoints/index.ts";
import { keyEndpoints } from "./keys/endpoints/index.ts";
import { presenceEndpoints } from "./presence/endpoints/index.ts";
import { privacyEndpoints } from "./privacy/endpoints/index.ts";
import { profileEndpoints } from "./profiles/endpoints/index.ts";
import { searchEndpoints } from "./search/endpoints/index.ts";
import { sessionEndpoints } from "./sessions/endpoints/index.ts";
import { systemEndpoints } from "./system/endpoints/index.ts";
import { tribeEndpoints } from "./tribes/endpoints/index.ts";
import { webhookEndpoints } from "./webhooks/endpoints/index.ts";

export const playersEndpoints = [
  ...searchEndpoints,
  ...profileEndpoints,
  ...tribeEndpoints,
  ...presenceEndpoints,
  ...sessionEndpoints,
  ...systemEndpoints,
  ...keyEndpoints,
  ...webhookEndpoints,
  ...privacyEndpoints,
  ...clusterEndpoints,
  ...auditEndpoints,
] as const;
