/** The door of the system area: servers and exports. */
export type { Sources, SystemStore } from "./store.ts";
