/** Every operation of the players service, area by area. */
import { presenceEndpoints } from "./presence/endpoints/index.ts";
import { profileEndpoints } from "./profiles/endpoints/index.ts";
import { searchEndpoints } from "./search/endpoints/index.ts";
import { sessionEndpoints } from "./sessions/endpoints/index.ts";
import { systemEndpoints } from "./system/endpoints/index.ts";
import { tribeEndpoints } from "./tribes/endpoints/index.ts";

export const playersEndpoints = [
  ...searchEndpoints,
  ...profileEndpoints,
  ...tribeEndpoints,
  ...presenceEndpoints,
  ...sessionEndpoints,
  ...systemEndpoints,
] as const;
