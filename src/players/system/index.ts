/** The door of the system area: servers and exports. */
export { isUnread, type Sources, type SystemStore } from "./store.ts";
