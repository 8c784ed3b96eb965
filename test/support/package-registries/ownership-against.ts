/** Ownership checks as a registry makes them, with settings that point at loopback servers. */
import { outbound } from "../../../src/kit/outbound/outbound.ts";
import { systemClock, type Clock } from "../../../src/kit/time/clock.ts";
import type { OwnershipLog } from "../../../src/registry/publishing/packages/call.ts";
import { packageOwnership, type PackageOwnership } from "../../../src/registry/publishing/packages/ownership.ts";
import { trustedHosts } from "../../../src/registry/publishing/packages/places.ts";
import type { OwnershipSettings } from "../../../src/registry/publishing/packages/settings.ts";
import { defaultSettings } from "./default-settings.ts";

export interface OwnershipUnderTest extends Pick<PackageOwnership, "checkAll"> {
  /** Closes the checks and their guard. */
  close(): Promise<void>;
}

export function ownershipAgainst(
  some: Partial<OwnershipSettings>,
  parts: { clock?: Clock; log?: OwnershipLog } = {},
): OwnershipUnderTest {
  const settings = { ...defaultSettings(), ownershipTimeoutMs: 5000, ...some };
  const { clock = systemClock(), log } = parts;
  const door = outbound({ allowPrivate: trustedHosts(settings), userAgent: "Tripod/1.0", clock });
  const ownership = packageOwnership({ outbound: door, settings, clock, log });
  return {
    checkAll: ownership.checkAll,
    async close() {
      ownership.close();
      await door.close();
    },
  };
}
