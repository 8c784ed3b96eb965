/** Remembers that a game server failed, and keeps it from being asked again too soon. */
import type { Random } from "../../kit/ids/ids.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { plusMillis, type Instant } from "../../kit/time/instant.ts";
import { retryDelayMs } from "./core/retry-delay.ts";
import { RconError } from "./rcon-error.ts";

export interface RetryPause {
  /** @throws RconError of the last failure's kind while its pause lasts. */
  check(): void;
  failed(error: RconError): void;
  succeeded(): void;
}

/** Starts without a pause. Pauses grow with each failure in a row, as `retryDelayMs` says. */
export function retryPause(clock: Clock, random: Random): RetryPause {
  let failures = 0;
  let last: { readonly error: RconError; readonly until: Instant } | undefined;
  return {
    check() {
      if (!last || clock.now() >= last.until) return;
      const seconds = Math.ceil((last.until - clock.now()) / 1_000_000);
      const { kind, says, detail } = last.error;
      throw new RconError(kind, `${says} It is left alone for another ${seconds} s.`, { detail, cause: last.error });
    },
    failed(error) {
      failures++;
      const delayMs = retryDelayMs(failures, error.kind === "wrongPassword", fraction(random));
      last = { error, until: plusMillis(clock.now(), delayMs) };
    },
    succeeded() {
      failures = 0;
      last = undefined;
    },
  };
}

/** From 0 to just under 1. */
function fraction(random: Random): number {
  return Buffer.from(random.bytes(4)).readUInt32LE() / 2 ** 32;
}
