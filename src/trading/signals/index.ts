/** The door of signals: what tells of them, what prices them, and what lets strategies act on them. */
export { applyAct } from "./apply-act.ts";
export { priceTriggers } from "./price-triggers.ts";
export { signalSettings } from "./settings.ts";
export { signalText } from "./signal-text.ts";
export { delayOf, FEATURED, viewerOf } from "./viewer.ts";
