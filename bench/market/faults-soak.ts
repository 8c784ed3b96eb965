/** Lets a market follow the loopback exchange under faults for longer than a test may take. */
import { runMarketFaults } from "../../test/support/market-faults/run-market-faults.ts";

const TEN_MINUTES_MS = 600_000;

/** Answers the status to end with: 0 when the market was right at every quiet point, and never said to be fresher. */
export async function soakMarketFaults(seed: number, simulatedMs = TEN_MINUTES_MS): Promise<number> {
  console.log(`soak: ${String(simulatedMs / 60_000)} minutes of a market under faults, seed ${String(seed)}`);
  const { problems, figures } = await runMarketFaults({ simulatedMs, seed, report: (line) => console.log(line) });
  console.log(JSON.stringify(figures, undefined, 2));
  if (problems.length === 0) return 0;
  console.error(problems.join("\n"));
  return 1;
}
