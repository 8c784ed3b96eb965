/** Reads save files that were damaged at random: each must be read soundly or refused. */
import { mutateSaves } from "../../test/support/mutate-save.ts";

const COUNT = 100_000;

/** Prints what became of them, and answers the status to end with: 1 when an answer broke a promise. */
export function readDamagedSaves(seed: number): number {
  const began = performance.now();
  const { problems, outcomes, slowestMs } = mutateSaves({ count: COUNT, seed });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const counts = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${count}`);
  console.log(`${COUNT} damaged saves in ${seconds} s, seed ${seed}: ${counts.join(", ")}`);
  console.log(`the slowest took ${slowestMs.toFixed(1)} ms`);
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
}
