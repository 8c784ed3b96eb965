/** The door of access: API keys, and who a caller is by them. */
export { ApiKeys } from "./api-keys.ts";
export { Authenticator } from "./authenticator.ts";
export { CHALLENGE } from "./errors.ts";
export { WINDOW_SIZE } from "./core/nonce-window.ts";
export { lapsedCallers, type LapsedCallers } from "./lapsed-callers.ts";
export { OwnNonceWindows } from "./own-windows.ts";
export { renewedCallers, type RenewedCallers } from "./renewed-callers.ts";
export { countedRightsOfRow, type RightsRow } from "./counted-rights.ts";
export { SharedNonceWindows } from "./shared-windows.ts";
export { keyStore } from "./sql/key-store.ts";
export { loadCaller, loadTrader } from "./sql/load-caller.ts";
export { nonceMarks } from "./sql/nonce-marks.ts";
