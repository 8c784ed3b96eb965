/** Where the cluster's file is, and which other names may be in its section. */
import type { SectionConfig } from "../../kit/config/setting.ts";
import type { playersSettings } from "../../players/config.ts";
import { readConfiguration } from "../configuration.ts";

export interface ClusterPlace {
  readonly file: string;
  readonly otherMembers: readonly string[];
  readonly config: SectionConfig<typeof playersSettings>;
}

/**
 * @param named on the command line; without it the setting counts.
 * @throws UserError that lists every problem of the settings.
 */
export async function clusterPlace(named: string | undefined): Promise<ClusterPlace> {
  const { playersSettings } = await import("../../players/config.ts");
  const { players } = readConfiguration({ players: playersSettings }).config;
  return {
    file: named ?? players.clusterFile,
    otherMembers: Object.keys(playersSettings.schema.properties),
    config: players,
  };
}
