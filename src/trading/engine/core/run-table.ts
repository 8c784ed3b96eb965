/** States of a run and what moves them, literally (contract 4.6, decided further by 4.10). */

export const RUN_STATES = [
  "draft",
  "ready",
  "starting",
  "running",
  "paused",
  "soft_stopping",
  "stopping",
  "stopped",
  "force_stopped",
  "reconvening",
  "completed",
  "errored",
] as const;

export type RunState = (typeof RUN_STATES)[number];

/**
 * Commands of users: `start`, `stop`, `force` (stop with force), `soft_stop`, `edit` (edit-profile with values that are
 * complete), `edit_incomplete`, `hard_reset`, `delete`.
 *
 * The findings of the engine: `checked` (key, balance, books and server are in order), `check_failed`, `reconvened`
 * (every order that was not final was looked up), `reconvene_failed` (60 seconds were not enough), `nothing_open`
 * (every cancel is proved), `duties_done` (hedges and lookups of a soft stop are over), `end_reached` (parent done, a
 * maximum or the duration), `breaker` (also a lost exchange or key), `cause_over` (of a pause whose cause was
 * outside), `unhedged`, `owner_lost` (another process takes it over).
 */
export const RUN_EVENTS = [
  "start",
  "stop",
  "force",
  "soft_stop",
  "edit",
  "edit_incomplete",
  "hard_reset",
  "delete",
  "checked",
  "check_failed",
  "reconvened",
  "reconvene_failed",
  "nothing_open",
  "duties_done",
  "end_reached",
  "breaker",
  "cause_over",
  "unhedged",
  "owner_lost",
] as const;

export type RunEvent = (typeof RUN_EVENTS)[number];

/**
 * The steps after the transition is durable.
 * - `new_run`: with a new run_id.
 * - `check`, `reconvene`: begin it.
 * - `cancel_all`: cancel what is open and prove it; no new order from this transition on.
 * - `finish_duties`: no new slice; hedges and lookups go on.
 * - `leave_open`: ask no exchange; the answer lists what is open.
 * - `remove`: delete the run's data; `hard_reset` keeps the profile.
 */
export type RunAction =
  | "new_run"
  | "check"
  | "reconvene"
  | "cancel_all"
  | "finish_duties"
  | "leave_open"
  | "overviews"
  | "alert"
  | "remove";

/** A state; `same` for nothing to do, which is a success; `refused` for error 2340; `ends` for what the run is to end as. */
export type RunTarget = RunState | "same" | "refused" | "ends" | "resumes";

export interface RunTransition {
  readonly to: RunTarget;
  readonly actions: readonly RunAction[];
}

const to = (target: RunTarget, ...actions: RunAction[]): RunTransition => ({ to: target, actions });

const SAME = to("same");
const REFUSED = to("refused");
const STARTS = to("starting", "new_run", "check");
const STOPS = to("stopping", "cancel_all");
const FORCED = to("force_stopped", "leave_open");
const SOFTLY = to("soft_stopping", "finish_duties", "overviews");
const RECONVENES = to("reconvening", "reconvene");
const FAILS = to("errored", "alert");
const PAUSES = to("paused", "alert");
const GIVES_UP = to("stopping", "cancel_all", "alert");

type Row = Readonly<Record<RunEvent, RunTransition>>;

/** A finding of the engine comes too late for a run that is not active: it has no effect. */
const LATE = {
  checked: SAME,
  check_failed: SAME,
  reconvened: SAME,
  reconvene_failed: SAME,
  nothing_open: SAME,
  duties_done: SAME,
  end_reached: SAME,
  breaker: SAME,
  cause_over: SAME,
  unhedged: SAME,
  owner_lost: SAME,
} as const;

/** Not active: it may be changed unless an order may be open, which `applyRun` receives as an argument. */
const IDLE: Row = {
  ...LATE,
  start: STARTS,
  stop: SAME,
  force: SAME,
  soft_stop: SAME,
  edit: to("ready"),
  edit_incomplete: to("draft"),
  hard_reset: to("ready", "remove"),
  delete: to("same", "remove"),
};

/** Orders may be open. */
const ACTIVE: Row = {
  ...LATE,
  start: SAME,
  stop: STOPS,
  force: FORCED,
  soft_stop: SOFTLY,
  edit: REFUSED,
  edit_incomplete: REFUSED,
  hard_reset: REFUSED,
  delete: REFUSED,
  owner_lost: RECONVENES,
};

/** Total: `run.test.ts` shows that every state has every event and that every state is reached. */
export const RUN_TRANSITIONS: Readonly<Record<RunState, Row>> = {
  draft: { ...IDLE, start: REFUSED, hard_reset: to("same", "remove") },
  ready: IDLE,
  stopped: IDLE,
  completed: IDLE,
  errored: IDLE,
  // `applyRun` refuses the last two as long as an order may be open.
  force_stopped: { ...IDLE, start: RECONVENES, edit: REFUSED, edit_incomplete: REFUSED },
  starting: { ...ACTIVE, checked: to("running"), check_failed: FAILS, breaker: PAUSES },
  running: { ...ACTIVE, end_reached: SOFTLY, breaker: PAUSES, unhedged: PAUSES },
  paused: { ...ACTIVE, cause_over: to("running"), breaker: PAUSES, unhedged: PAUSES, end_reached: SOFTLY },
  reconvening: { ...ACTIVE, reconvened: to("resumes"), reconvene_failed: PAUSES },
  soft_stopping: {
    ...ACTIVE,
    start: REFUSED,
    soft_stop: SAME,
    duties_done: STOPS,
    breaker: GIVES_UP,
    unhedged: GIVES_UP,
  },
  stopping: {
    ...ACTIVE,
    start: REFUSED,
    stop: SAME,
    soft_stop: SAME,
    nothing_open: to("ends", "overviews"),
    unhedged: to("same", "alert"),
  },
};
