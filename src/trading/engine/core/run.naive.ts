/**
 * The state of a run, computed from everything that has happened to it: the rules of contract 4.6 word by word, and
 * slow.
 */
import type { RunPause } from "./run.ts";
import type { RunEvent, RunState } from "./run-table.ts";

export interface RunLine {
  readonly event: RunEvent;
  readonly pause?: RunPause;
}

export interface NaiveRun {
  readonly state: RunState;
  readonly run: number;
  /** Undefined where it is not paused. */
  readonly pause: RunPause | undefined;
}

/** The result of a line: lines that changed nothing are left out. */
interface Moment extends NaiveRun {
  readonly event: RunEvent;
}

const IDLE = "draft ready stopped completed errored force_stopped";
const ACTIVE = "starting running paused soft_stopping stopping reconvening";

/** From, event, to; the first that fits decides, and what is not named changes nothing. */
const RULES: readonly (readonly [from: string, event: string, to: RunState | "goal" | "end" | "nothing"])[] = [
  ["ready stopped completed errored", "start", "starting"],
  ["force_stopped", "start", "reconvening"],
  ["paused-inside", "start", "reconvening"],
  [ACTIVE, "stop", "stopping"],
  [ACTIVE, "force", "force_stopped"],
  ["stopping reconvening-to-stop paused-to-stop", "soft_stop end_reached", "nothing"],
  ["starting running paused reconvening", "soft_stop", "soft_stopping"],
  ["running paused", "end_reached", "soft_stopping"],
  ["draft ready stopped completed errored", "edit", "ready"],
  ["draft ready stopped completed errored", "edit_incomplete", "draft"],
  [IDLE.replace("draft", ""), "hard_reset", "ready"],
  ["starting", "checked", "running"],
  ["starting", "check_failed", "errored"],
  [ACTIVE, "owner_lost", "reconvening"],
  ["reconvening", "reconvened", "goal"],
  ["reconvening", "reconvene_failed", "paused"],
  ["starting running paused-own", "breaker", "paused"],
  ["running paused-own", "unhedged", "paused"],
  ["soft_stopping", "breaker unhedged duties_done", "stopping"],
  ["stopping", "nothing_open", "end"],
  ["paused-outside-missed", "cause_over", "reconvening"],
  ["paused-outside", "cause_over", "running"],
];

export function runAfter(log: readonly RunLine[], isComplete = true): NaiveRun {
  const past: Moment[] = [];
  for (const line of log) {
    const now = nowOf(past, isComplete);
    const rule = RULES.find(
      ([from, event]) =>
        event.split(" ").includes(line.event) && from.split(" ").some((name) => namesOf(past, now).includes(name)),
    );
    if (!rule || rule[2] === "nothing" || isRepeated(now, line, rule[2])) continue;
    past.push(momentOf(past, now, line, rule[2]));
  }
  const { state, run, pause } = nowOf(past, isComplete);
  return { state, run, pause };
}

function nowOf(past: readonly Moment[], isComplete: boolean): NaiveRun {
  return past.at(-1) ?? { state: isComplete ? "ready" : "draft", run: 0, pause: undefined };
}

function namesOf(past: readonly Moment[], { state, pause }: NaiveRun): readonly string[] {
  const names: string[] = [state];
  if (state === "paused") names.push(pause?.isExternal === true ? "paused-outside" : "paused-inside");
  if (state === "paused" && pause?.reason !== "reconvening") names.push("paused-own");
  const isMissed = pause?.reason === "lost_exchange" || pause?.reason === "reconvening";
  if (names.includes("paused-outside") && isMissed) names.push("paused-outside-missed");
  const isWaiting = state === "reconvening" || (state === "paused" && pause?.reason === "reconvening");
  if (isWaiting && goalOf(past).state === "stopping") names.push(`${state}-to-stop`);
  return names;
}

/** A stop of what stops changes nothing. */
function isRepeated(now: NaiveRun, { event }: RunLine, to: string): boolean {
  return event === "stop" && to === now.state;
}

function momentOf(
  past: readonly Moment[],
  now: NaiveRun,
  { event, pause }: RunLine,
  to: RunState | "goal" | "end",
): Moment {
  const run = event === "hard_reset" ? 0 : to === "starting" ? now.run + 1 : now.run;
  if (to === "goal") return { ...goalOf(past), run, event };
  if (to === "end") return { state: endOf(past), run, pause: undefined, event };
  if (to !== "paused") return { state: to, run, pause: undefined, event };
  const goal = goalOf(past);
  // A pause that could not be looked into is the pause that it was.
  if (event === "reconvene_failed" && goal.state === "paused") return { ...goal, run, event };
  return { state: "paused", run, pause: pause ?? now.pause ?? { reason: "breaker", isExternal: false }, event };
}

/** Its state before it began to reconvene, however often it began. */
function goalOf(past: readonly Moment[]): Pick<NaiveRun, "state" | "pause"> {
  const at = past.findLastIndex(({ state, pause }) => state !== "reconvening" && pause?.reason !== "reconvening");
  const [before, next] = [past[at], past[at + 1]];
  // A run continues when a user starts it again or its exchange has come back.
  if (!before || before.state === "force_stopped" || next?.event === "start" || next?.event === "cause_over") {
    return { state: "running", pause: undefined };
  }
  return before;
}

function endOf(past: readonly Moment[]): RunState {
  const deciding = past.findLast(({ event }) => ["end_reached", "start", "stop", "soft_stop"].includes(event));
  return deciding?.event === "end_reached" ? "completed" : "stopped";
}
