/** The settings of platform accounts: members of the players section. */
import { Type, type Static } from "typebox";
import { secretText } from "../../kit/config/setting.ts";

const STEAM_API_URL = "https://api.steampowered.com";

/** Properties to be spread into the players' settings. */
export const platformSettings = {
  steamApiKey: secretText({
    pattern: "^[0-9A-Za-z]{0,64}$",
    description:
      "Key of the Steam Web API, from https://steamcommunity.com/dev/apikey. Without it names, avatars and bans of Steam accounts are not asked for; everything else works.",
  }),
  steamApiUrl: Type.String({
    pattern: "^https?://[^\\s/?#@][^\\s?#@]*$",
    maxLength: 500,
    default: STEAM_API_URL,
    description: "Where the Steam Web API is asked. A proxy of your own may be private.",
  }),
  steamQuotaPercent: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 80,
    description:
      "How much of the key's 100,000 calls a day (UTC) may be used here. Leave some to other programs that use the same key.",
  }),
};

const platformSettingsSchema = Type.Object(platformSettings);

export type PlatformConfig = Readonly<Static<typeof platformSettingsSchema>>;

/** The host of a Steam API that the operator has named, and which may therefore be private; none for Steam's own. */
export function steamHosts({ steamApiUrl }: Pick<PlatformConfig, "steamApiUrl">): string[] {
  return steamApiUrl === STEAM_API_URL || !URL.canParse(steamApiUrl) ? [] : [new URL(steamApiUrl).host];
}
