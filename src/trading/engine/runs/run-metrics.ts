/** Numbers about the runs of this process. */
import type { Metrics } from "../../../kit/metrics/metrics.ts";
import { ACTIVE_STATES, type Run } from "../core/run.ts";
import type { RunFiguresOfProcess } from "./deps.ts";

export function runMetrics(metrics: Metrics, figures: RunFiguresOfProcess, runs: () => readonly Run[]): void {
  metrics.gauge({
    name: "tripod_trading_runs",
    help: "Runs of strategies that this process looks after, by state.",
    labels: ["state"],
    read: (gauge) => {
      for (const state of ACTIVE_STATES) gauge.set({ state }, 0);
      for (const { state } of runs()) gauge.inc({ state });
    },
  });
  metrics.gauge({
    name: "tripod_trading_runs_paused",
    help: "Paused runs that this process looks after, by reason: a limit of the strategy (`breaker`), a hedge, an exchange or a key.",
    labels: ["reason"],
    read: (gauge) => {
      gauge.reset();
      for (const { state, pause } of runs()) if (state === "paused" && pause) gauge.inc({ reason: pause.reason });
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
