/** Dependencies of endpoints and jobs of several areas that belong to none of them. */
import type { Sealer } from "../kit/auth/seal.ts";
import type { Random } from "../kit/ids/ids.ts";
import type { Limiter } from "../kit/limits/limiter.ts";
import type { Clock } from "../kit/time/clock.ts";

export interface ClockDeps {
  /** An endpoint reads the time, and waits for nothing. */
  readonly clock: Pick<Clock, "now">;
}

export interface RandomDeps {
  readonly random: Random;
}

export interface SealerDeps {
  readonly sealer: Sealer;
}

export interface LimiterDeps {
  /** Counts attempts at passwords and codes. */
  readonly limiter: Limiter;
}

export interface ApiUrlDeps {
  /** Where the interface is reached from outside, up to and with the version, without a slash at the end. */
  readonly apiUrl: string;
}
