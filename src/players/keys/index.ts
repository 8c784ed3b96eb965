/** The door of keys: who is calling, and what they may ask. */
export { type KeyOwner, type Scope } from "./key.ts";
export { Keyring, refuseKeyInQuery, requireScope } from "./keyring.ts";
export { keySettings } from "./settings.ts";
export type { KeyLimits } from "./store.ts";
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
