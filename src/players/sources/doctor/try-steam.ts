/** Asks Steam for one account, to see whether the key counts. */
import type { Finding } from "../../cluster/index.ts";
import type { SteamClient } from "../../platform/index.ts";

/** The account of the examples in the documentation of the Steam Web API. */
const EXAMPLE_ACCOUNT = "76561197960435530";

/** @throws the signal's reason. */
export async function trySteam(steam: SteamClient, signal: AbortSignal): Promise<Finding> {
  const result = await steam.summaries([EXAMPLE_ACCOUNT], signal);
  if (result.kind === "answer") return { ok: true, says: "It takes the key and answers." };
  const { kind, says } = result.problem;
  return { ok: false, says, doThis: ADVICE[kind] };
}

const ADVICE = {
  keyRefused: "Get a key at https://steamcommunity.com/dev/apikey and set it as TRIPOD_PLAYERS_STEAM_API_KEY.",
  busy: "Wait; or use a key that no other program uses.",
  failed:
    "See whether this machine reaches api.steampowered.com. Everything but names, pictures and bans works without.",
} as const;
