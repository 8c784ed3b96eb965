/** A run of a strategy: what a command or a finding makes of it. Each transition is durable before its actions. */
import { RUN_STATES, RUN_TRANSITIONS, type RunAction, type RunEvent, type RunState } from "./run-table.ts";

export interface Run {
  readonly state: RunState;
  /** Numbers the runs of a strategy; 0 before the first. */
  readonly run: number;
  /** The state that it is moving to: `completed` once an end was reached, else `stopped`. */
  readonly endsAs: "stopped" | "completed";
  /** The state that it returns to after reconvening, when the owner was lost on the way. */
  readonly resumesAs: "running" | "soft_stopping" | "stopping" | "paused" | "starting";
  /** Why it is paused; a cause inside needs its owner, one outside ends on its own. */
  readonly pause: RunPause | undefined;
}

export interface RunPause {
  readonly reason: "breaker" | "unhedged" | "lost_exchange" | "lost_key" | "reconvening" | "order_appeared" | "halted";
  /** It resumes when the cause is over: exchanges come back, hedges and keys do not. */
  readonly isExternal: boolean;
}

export interface RunChange {
  readonly run: Run;
  /** `refused` is error 2340: the strategy is active, or orders may be open. */
  readonly outcome: "moved" | "nothing" | "refused";
  readonly actions: readonly RunAction[];
}

/**
 * Applies an event. Never throws. A pause whose cause is inside does not end by `cause_over`; `start` ends it, through
 * reconvening and with the same run.
 *
 * @param facts `pause` of `breaker` and `unhedged`; `mayBeOpen` where an order of the strategy is not settled: then it is
 *   neither changed nor deleted, whatever its state is
 */
export function applyRun(
  run: Run,
  event: RunEvent,
  facts: { readonly pause?: RunPause; readonly mayBeOpen?: boolean } = {},
): RunChange {
  const { pause, mayBeOpen = false } = facts;
  const changes = event === "edit" || event === "edit_incomplete" || event === "hard_reset" || event === "delete";
  if (changes && mayBeOpen) return { run, outcome: "refused", actions: [] };
  if (run.state === "paused" && event === "start" && run.pause?.isExternal === false) {
    const resumed: Run = { ...run, state: "reconvening", resumesAs: "running", pause: undefined };
    return { run: resumed, outcome: "moved", actions: ["reconvene"] };
  }
  const missed = run.pause?.reason === "lost_exchange" || run.pause?.reason === "reconvening";
  if (event === "cause_over" && run.state === "paused" && run.pause?.isExternal === true && missed) {
    // Reports may have been missed: they are looked up before anything is sent.
    const goal = run.pause.reason === "reconvening" ? run.resumesAs : "running";
    return {
      run: { ...run, state: "reconvening", resumesAs: goal, pause: undefined },
      outcome: "moved",
      actions: ["reconvene"],
    };
  }
  // What it finds before it has reconvened, it finds again afterwards.
  const isLate = run.state === "paused" && run.pause?.reason === "reconvening";
  if (isLate && (event === "breaker" || event === "unhedged")) return { run, outcome: "nothing", actions: [] };
  if (event === "cause_over" && run.pause?.isExternal !== true) return { run, outcome: "nothing", actions: [] };
  // A stop that a new owner takes over sends no hedge any more, whatever softer stop is asked for.
  const stops = (run.state === "reconvening" || run.state === "paused") && run.resumesAs === "stopping";
  if (stops && (event === "soft_stop" || event === "end_reached")) return { run, outcome: "nothing", actions: [] };
  const { to, actions } = RUN_TRANSITIONS[run.state][event];
  if (to === "refused") return { run, outcome: "refused", actions: [] };
  if (to === "same") return { run, outcome: actions.length > 0 ? "moved" : "nothing", actions };
  const state = to === "ends" ? run.endsAs : to === "resumes" ? run.resumesAs : to;
  const next: Run = {
    state,
    run: actions.includes("new_run") ? run.run + 1 : event === "hard_reset" ? 0 : run.run,
    endsAs: endsAs(run, event),
    resumesAs: state === "reconvening" ? resumesAs(run) : actions.includes("new_run") ? "running" : run.resumesAs,
    pause: pauseIn(state, run, event, pause),
  };
  return { run: next, outcome: "moved", actions: [...actions, ...resumedActions(to, state)] };
}

/** Whether a slice may fire: nothing else sends new orders. */
export function mayFire({ state }: Run): boolean {
  return state === "running";
}

/**
 * Whether hedges of trades may be sent: also in a pause for a breaker or an exchange that is away, because resting
 * orders may fill. A stop sends no order any more (contract 4.10).
 */
export function mayHedge({ state, pause }: Run): boolean {
  if (state === "running" || state === "soft_stopping") return true;
  const mayFill = pause?.reason === "breaker" || pause?.reason === "lost_exchange";
  return state === "paused" && pause?.isExternal === true && mayFill;
}

/** Whether its orders may be open, so that its key cannot be deleted and its profile cannot be changed. */
export function isActive({ state }: Pick<Run, "state">): boolean {
  return !["draft", "ready", "stopped", "completed", "errored", "force_stopped"].includes(state);
}

/** In the order of `RUN_STATES`. */
export const ACTIVE_STATES: readonly RunState[] = RUN_STATES.filter((state) => isActive({ state }));

/** Whether a state refuses an event, whatever the orders are. Where one may be open, `applyRun` refuses more. */
export function isRefused({ state }: Pick<Run, "state">, event: RunEvent): boolean {
  return RUN_TRANSITIONS[state][event].to === "refused";
}

/** A strategy that was never started. */
export function newRun(isComplete: boolean): Run {
  return { state: isComplete ? "ready" : "draft", run: 0, endsAs: "stopped", resumesAs: "running", pause: undefined };
}

/** Orders could not be looked up in time. It ends when they can, and the run goes back to what it did, a stop included. */
const LATE: RunPause = { reason: "reconvening", isExternal: true };

/** A pause outlives its owner, also one that could not reconvene. */
function pauseIn(state: RunState, run: Run, event: RunEvent, pause: RunPause | undefined): RunPause | undefined {
  if (event === "reconvene_failed") return run.resumesAs === "paused" ? run.pause : LATE;
  if (state === "paused") return pause ?? run.pause ?? { reason: "breaker", isExternal: false };
  return state === "reconvening" ? run.pause : undefined;
}

function endsAs(run: Run, event: RunEvent): Run["endsAs"] {
  if (event === "end_reached") return "completed";
  return event === "start" || event === "stop" || event === "soft_stop" ? "stopped" : run.endsAs;
}

/** A run that waits to reconvene goes back to what it did before, however often its owner is lost. */
function resumesAs({ state, resumesAs: before, pause }: Run): Run["resumesAs"] {
  if (state === "reconvening" || pause?.reason === "reconvening") return before;
  if (state === "soft_stopping" || state === "stopping" || state === "paused" || state === "starting") return state;
  return "running";
}

/** A stop that another process had begun is begun again by its new owner. */
function resumedActions(to: string, state: RunState): readonly RunAction[] {
  if (to !== "resumes") return [];
  if (state === "stopping") return ["cancel_all"];
  if (state === "soft_stopping") return ["finish_duties"];
  return state === "starting" ? ["check"] : [];
}
