import type { Random } from "./ids.ts";

/** A random number from 0 to just under 1. */
export function fractionFrom(random: Random): number {
  const [high = 0, low = 0] = random.bytes(2);
  return (high * 256 + low) / 65_536;
}
