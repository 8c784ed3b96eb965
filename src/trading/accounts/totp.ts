/** One-time codes by time (RFC 6238): SHA-1, six digits, thirty seconds: what every authenticator app supports. */
import { Secret, TOTP } from "otpauth";
import type { Random } from "../../kit/ids/ids.ts";
import { toMillis, type Instant } from "../../kit/time/instant.ts";

const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** A code counts one step early and one late: clocks differ, and people type slowly (RFC 6238, section 5.2). */
const WINDOW = 1;

/** A new secret, as its base 32 text. */
export function newTotpSecret(random: Random): string {
  return new Secret({ buffer: Uint8Array.from(random.bytes(SECRET_BYTES)).buffer }).base32;
}

/** The address that authenticator apps read, from a QR code as a rule. */
export function totpUri(secret: string, username: string): string {
  return new TOTP({ ...parameters(secret), issuer: "Tripod", label: username }).toString();
}

/** The time step whose code this is; undefined when it is none of now. */
export function matchingStep(secret: string, code: string, now: Instant): number | undefined {
  const timestamp = toMillis(now);
  const delta = new TOTP(parameters(secret)).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

function parameters(secret: string) {
  return { secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS };
}
