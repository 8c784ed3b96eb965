/** The door of the tribes area. */
export type { TribeStore } from "./store.ts";
