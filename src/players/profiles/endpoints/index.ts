/** The endpoints of the profiles area. */
import { findPlayer } from "./find-player.ts";
import { getPlayer } from "./get-player.ts";
import { listBans } from "./list-bans.ts";
import { listNames } from "./list-names.ts";
import { showLeaderboard } from "./show-leaderboard.ts";
import { showPlugins } from "./show-plugins.ts";

export const profileEndpoints = [getPlayer, findPlayer, listNames, listBans, showPlugins, showLeaderboard] as const;
