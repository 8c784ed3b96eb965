/** The door of the directory: every player and tribe in memory, as searches and lists show them. */
export { PLAYERS_TOPIC, type AnnouncedChange } from "./changes.ts";
export { Directory } from "./directory.ts";
export { directoryModel, type DirectoryModel } from "./read-model.ts";
export { shownTime } from "./core/shown-time.ts";
export { onlinePlayer, shownTimestamp, simpleProfile, simpleProfileMembers, tribeSummary } from "./profile-schema.ts";
export { playerJson, tribeJson, type SimplePlayer } from "./shown.ts";
export { IS_ONLINE } from "./sql/online-player.ts";
export type { DirectoryStore } from "./store.ts";
export type { FoundSubject } from "./subject-list.ts";
