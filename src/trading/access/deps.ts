/** What endpoints and jobs may ask of access. */
import type { ApiKeys } from "./api-keys.ts";

export interface AccessDeps {
  readonly apiKeys: ApiKeys;
}
