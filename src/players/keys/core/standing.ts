import type { Instant } from "../../../kit/time/instant.ts";
import type { ApiKey } from "../key.ts";

export type Standing = "inForce" | "expired" | "disabled";

/**
 * Whether a key counts at an instant. It expires at `expiresAt` itself. One that is expired and disabled is expired:
 * that tells its holder to ask for another one.
 */
export function standingOf(key: Pick<ApiKey, "expiresAt" | "isEnabled">, now: Instant): Standing {
  if (key.expiresAt !== null && now >= key.expiresAt) return "expired";
  return key.isEnabled ? "inForce" : "disabled";
}
