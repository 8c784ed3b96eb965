/** The door of the publishing area. */
export { MAX_VERSIONS, publish, type PublishDeps } from "./publish.ts";
export type { ValidationPolicy } from "./core/validate-server.ts";
export { packageOwnership, type PackageOwnership } from "./packages/ownership.ts";
export { trustedHosts } from "./packages/places.ts";
export { ownershipSettings } from "./packages/settings.ts";
export { publishErrors } from "./errors.ts";
