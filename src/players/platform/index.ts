/** The door of the platform area: Steam's data about the accounts of players. */
export { parseAccountId } from "./core/account-id.ts";
export type { StoredAccount } from "./core/account.ts";
export type { AccountUpdate } from "./core/account-update.ts";
export type { BanChange } from "./core/bans.ts";
export { dailyCalls } from "./core/quota.ts";
export { shownAccount } from "./core/shown-account.ts";
export { showBanChange } from "./core/shown-ban.ts";
export { isSteamId } from "./core/steam-id.ts";
export { type RefreshDeps } from "./refresh.ts";
export { platformSettings, steamHosts } from "./settings.ts";
export { openSteam, type SteamClient } from "./steam.ts";
export type { PlatformStore } from "./store.ts";
