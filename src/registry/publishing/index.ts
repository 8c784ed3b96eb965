/** The door of the publishing area. */
export { MAX_SERVER_VERSIONS, publish, type PublishDeps } from "./publish.ts";
export { ensureValidators } from "./examine-server.ts";
export { packageOwnership } from "./packages/ownership.ts";
export { hasOwnPlaces, packageUrls, trustedHosts } from "./packages/places.ts";
export { ownershipSettings } from "./packages/settings.ts";
