import type { Random } from "../../../kit/ids/ids.ts";

/** A random number from 0 to 1. */
export function chanceFrom(random: Random): number {
  const [high = 0, low = 0] = random.bytes(2);
  return (high * 256 + low) / 65_535;
}
