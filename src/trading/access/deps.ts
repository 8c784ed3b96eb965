/** The dependencies of the endpoints and jobs of access. */
import type { ApiKeys } from "./api-keys.ts";

export interface AccessDeps {
  readonly apiKeys: ApiKeys;
}
