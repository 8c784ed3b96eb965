/** Numbers about the runs of this process. */
import type { Metrics } from "../../../kit/metrics/metrics.ts";
import { ACTIVE_STATES } from "../core/run.ts";
import type { RunState } from "../core/run-table.ts";
import type { RunFiguresOfProcess } from "./deps.ts";

export function runMetrics(metrics: Metrics, figures: RunFiguresOfProcess, states: () => readonly RunState[]): void {
  metrics.gauge({
    name: "tripod_trading_runs",
    help: "Runs of strategies that this process looks after, by state.",
    labels: ["state"],
    read: (gauge) => {
      for (const state of ACTIVE_STATES) gauge.set({ state }, 0);
      for (const state of states()) gauge.inc({ state });
    },
  });
  const counted = {
    evaluations: ["evaluations", "Evaluations of strategies"],
    slices: ["slices", "Slices and hedges handed to the journal"],
    handOvers: ["hand_overs", "Runs taken over from a process that ended"],
  } as const;
  for (const member of ["evaluations", "slices", "handOvers"] as const) {
    const [name, help] = counted[member];
    metrics.gauge({
      name: `tripod_trading_run_${name}`,
      help: `${help} by this process since its start.`,
      read: (gauge) => gauge.set(figures[member]),
    });
  }
}
