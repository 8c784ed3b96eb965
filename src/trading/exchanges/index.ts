/** The door of the exchanges area: keys of users at exchanges. */
export type { ExchangeKeyDeps } from "./store.ts";
