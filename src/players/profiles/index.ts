/** The door of profiles: players as they are shown, and the history of their names. */
export { hasLostLetters, shownName } from "./core/shown-name.ts";
export { profileErrors } from "./errors.ts";
export { withPlaytimesInTurn } from "./playtimes-in-turn.ts";
export { parsePlayerId, playerIdText, readPlayerId } from "./player-id.ts";
export type { ProfileStore } from "./store.ts";
export { ACCOUNT_NAMES, accountNamesOf, type AccountNamesRow } from "./sql/account-names.ts";
export { refreshPlatformNames } from "./sql/platform-names.ts";
export { recordNames } from "./sql/record-names.ts";
