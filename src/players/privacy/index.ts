/** The door of privacy: who was erased is recognised, and what is too old is forgotten. */
export { tombstoneHash } from "./core/tombstone.ts";
export { enqueueVacuum } from "./enqueue-vacuum.ts";
export type { RetentionDeps } from "./forget-old.ts";
export { parsePersonId, parsePlayerNumber, type PersonId } from "./person-id.ts";
export { retentionSettings } from "./settings.ts";
export type { Erasure, PrivacyStore } from "./store.ts";
export { hasErasures, holdOffErasure, listErasedAccounts, listTombstones, listWithoutAccount } from "./sql/erasures.ts";
