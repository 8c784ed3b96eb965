/** The door of keys: who is calling, and what they may ask. */
export { CHALLENGE, keyErrors } from "./errors.ts";
export { DEMO_KEY, DEMO_KEY_ID } from "./core/demo-key.ts";
export { type KeyOwner, opens, type Scope } from "./key.ts";
export { Keyring, refuseChangesOfGuests, refuseKeyInQuery, requireScope } from "./keyring.ts";
export { ticketInQuery } from "./core/ticket.ts";
export { TICKET_SECONDS, Tickets } from "./tickets.ts";
export { keySettings } from "./settings.ts";
export { type KeyLimits, type KeyStore } from "./store.ts";
export {
  createKey,
  enableKey,
  expireKey,
  limitKey,
  revokeKey,
  shownKey,
  type KeyDeps,
  type ShownKey,
} from "./manage.ts";
