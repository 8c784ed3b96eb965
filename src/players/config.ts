/** The players' settings. */
import { Type } from "typebox";
import { settings } from "../kit/config/setting.ts";
import { CLUSTER_MEMBERS } from "./cluster/index.ts";
import { keySettings } from "./keys/index.ts";
import { platformSettings } from "./platform/index.ts";
import { retentionSettings } from "./privacy/index.ts";
import { sessionSettings } from "./sessions/index.ts";
import { sourceSettings } from "./sources/index.ts";

export const playersSettings = settings(
  "players",
  "The lookup of players and tribes.",
  Type.Object({
    addressRequestsPerMinute: Type.Integer({
      minimum: 0,
      maximum: 10_000_000,
      default: 6_000,
      description:
        "Requests that one address, of IPv6 one network of 64 bits, may send in a minute, whatever its keys. 0 for no limit.",
    }),
    ...keySettings,
    ...sessionSettings,
    ...platformSettings,
    ...sourceSettings,
    ...retentionSettings,
  }),
  { readElsewhere: CLUSTER_MEMBERS },
);
