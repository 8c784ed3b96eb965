import { createApiKey } from "./create-api-key.ts";
import { editApiKey } from "./edit-api-key.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";

export const accessEndpoints = [createApiKey, listApiKeys, editApiKey, revokeApiKey];
