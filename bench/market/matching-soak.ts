/** Compares the matching engine of the simulated venues with its slow twin for longer than a test may take. */
import { compareWithTwin } from "../../test/support/matching-twin.ts";

const COMMANDS = 100_000;

/** Answers the status to end with: 0 when they never differed. */
export function soakMatching(seed: number): number {
  const { difference, counts } = compareWithTwin(seed, COMMANDS);
  console.log(`soak: ${COMMANDS} commands, seed ${seed}: ${JSON.stringify(counts)}`);
  if (!difference) return 0;
  console.error(difference);
  return 1;
}
