/** A developer as answers show it. */
import type { Static } from "typebox";
import { toSeconds } from "../../kit/time/instant.ts";
import type { developer } from "./records.ts";
import type { Developer } from "./store.ts";

export function showDeveloperOf(found: Developer): Static<typeof developer> {
  return {
    id: String(found.ownerUid),
    name: found.name,
    description: found.description,
    website: found.website,
    verified: found.isVerified,
    joined: toSeconds(found.createdAt),
  };
}
