/** The door of the saves area: files that a game server writes are read here, and brought to storage. */
export { GAME_MARK_BYTES, gameOfSave, gameOfWorld } from "./core/game-of-save.ts";
export type { SavedProfile } from "./core/profile.ts";
export { forgetSaves } from "./forget-saves.ts";
export { readSave, type SaveContent } from "./core/read-save.ts";
export { readTribute, type SavedTribute } from "./core/read-tribute.ts";
export { SaveError, type SaveErrorReason } from "./core/save-error.ts";
export { saveFileKind } from "./core/save-file-kind.ts";
export type { SaveSourceStatus } from "./core/source-status.ts";
export { parseTribeLogLine } from "./core/tribe-log.ts";
export type { SavedAlliance, SavedMember, SavedTribe } from "./core/tribe.ts";
export { runSaveSource, type SaveSourceOptions } from "./save-source.ts";
export type { SaveStore } from "./store.ts";
export { WorldError, type WorldErrorKind } from "./world/core/error.ts";
export { readWorld } from "./world/read-world.ts";
