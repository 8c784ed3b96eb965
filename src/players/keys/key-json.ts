/** Keys as admins see them over HTTP. */
import { Type, type Static } from "typebox";
import type { Instant } from "../../kit/time/instant.ts";
import { shownTime, shownTimestamp } from "../directory/index.ts";
import { standingOf } from "./core/standing.ts";
import { SCOPES, type ApiKey } from "./key.ts";
import { MAX_REQUESTS, MAX_WINDOW_SECONDS } from "./manage.ts";

const limits = Type.Object(
  {
    Requests: Type.Integer({ minimum: 1, maximum: MAX_REQUESTS }),
    WindowSeconds: Type.Integer({ minimum: 1, maximum: MAX_WINDOW_SECONDS }),
  },
  { additionalProperties: false, description: "So many requests in any window of so many seconds" },
);

/** Limits as they are sent and shown. */
export const keyLimits = Type.Union([limits, Type.Null()], { description: "Null for the service's own limit" });

/** The expiry of a key, as `parseExpiry` reads it. */
export const keyExpiry = Type.String({
  maxLength: 40,
  description: "`never`, `30d`, `12h`, `2030-12-31` or `2030-12-31T18:00:00Z`; 100 years at most",
});

export const keyId = Type.String({ maxLength: 64, description: "As in `/Keys`" });

export const keyMembers = {
  Id: Type.String(),
  Name: Type.String(),
  Hint: Type.String({ description: "The key's first characters" }),
  Scope: Type.Enum([...SCOPES]),
  Standing: Type.Enum(["inForce", "expired", "disabled"]),
  Limits: keyLimits,
  Created: shownTimestamp,
  Expires: Type.Union([shownTimestamp, Type.Null()], { description: "Null for never" }),
  LastUsed: Type.Union([shownTimestamp, Type.Null()], { description: "To the minute; null for never" }),
};

export const shownKeySchema = Type.Object(keyMembers, { title: "Key", additionalProperties: false });

/** All that may be shown of a key: neither the key, which is stored nowhere, nor its hash. */
export function keyJson(key: ApiKey, now: Instant): Static<typeof shownKeySchema> {
  const { requests, windowSeconds } = key;
  const hasLimits = requests !== null && windowSeconds !== null;
  return {
    Id: key.id,
    Name: key.name,
    Hint: key.hint,
    Scope: key.scope,
    Standing: standingOf(key, now),
    Limits: hasLimits ? { Requests: requests, WindowSeconds: windowSeconds } : null,
    Created: shownTime(key.createdAt),
    Expires: key.expiresAt === null ? null : shownTime(key.expiresAt),
    LastUsed: key.lastUsedAt === null ? null : shownTime(key.lastUsedAt),
  };
}
