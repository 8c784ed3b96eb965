/** The endpoints of the keys area. */
import { createKey } from "./create-key.ts";
import { editKey } from "./edit-key.ts";
import { listKeys } from "./list-keys.ts";
import { revokeKey } from "./revoke-key.ts";

export const keyEndpoints = [listKeys, createKey, editKey, revokeKey] as const;
