/** The door of the strategies area. */
export type { StrategyDeps } from "./store.ts";
