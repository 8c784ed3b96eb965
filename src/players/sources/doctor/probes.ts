/** The doctor: the same checks that a running service makes, once, and reported in full. */
import type { Random } from "../../../kit/ids/ids.ts";
import { silentLog } from "../../../kit/log/log.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import type { DoctorProbes, Finding } from "../../cluster/index.ts";
import type { SteamClient } from "../../platform/index.ts";
import type { ReadSecret } from "../rcon-link.ts";
import { tryPlugins } from "./try-plugins.ts";
import { tryQuery } from "./try-query.ts";
import { tryRcon } from "./try-rcon.ts";
import { trySaves } from "./try-saves.ts";
import { trySteam } from "./try-steam.ts";

export interface DoctorTools {
  readonly clock: Clock;
  readonly random: Random;
  readonly readSecret: ReadSecret;
  readonly epicAllowed: boolean;
  /** Undefined without a key. */
  readonly steam: SteamClient | undefined;
}

/** Probes of what a cluster's file names. Nothing is kept, and nothing written anywhere. */
export function doctorProbes(tools: DoctorTools): DoctorProbes {
  const { steam, epicAllowed, clock } = tools;
  return {
    savesFolder: async ({ game, saves }, signal, onRead) =>
      saves ? await trySaves({ game, saves }, clock, signal, onRead) : NOT_SET_UP,
    rcon: async ({ key, rcon }, signal) =>
      rcon ? await tryRcon({ ...tools, server: key, rcon, log: silentLog() }, signal) : NOT_SET_UP,
    query: async ({ game, query }, signal) =>
      query ? await tryQuery({ game, ...query }, epicAllowed, signal) : NOT_SET_UP,
    plugins: (cluster, signal) => tryPlugins(cluster.plugins, tools.readSecret, signal),
    steam: steam && ((signal) => trySteam(steam, signal)),
  };
}

/** Never shown: what is not set up is not tried. */
const NOT_SET_UP: Finding = { ok: true, says: "It is not set up." };
