import { describe, expect, test } from "vitest";
import { applyRun, isActive, mayFire, mayHedge, newRun, type Run } from "./run.ts";
import { RUN_EVENTS, RUN_STATES, RUN_TRANSITIONS, type RunEvent, type RunState } from "./run-table.ts";

/** A run after events. */
function after(...events: readonly RunEvent[]): Run {
  return events.reduce((run, event) => applyRun(run, event).run, newRun(true));
}

/** Every run that those events make of those runs, however many come. Runs that differ in their number only count once. */
function reached(from: readonly Run[], events: readonly RunEvent[]): readonly Run[] {
  const seen = new Map(from.map((run) => [JSON.stringify({ ...run, run: 0 }), run]));
  for (const run of seen.values()) {
    for (const event of events) {
      for (const isExternal of [true, false]) {
        const next = { ...applyRun(run, event, { pause: { reason: "breaker", isExternal } }).run, run: 0 };
        seen.set(JSON.stringify(next), next);
      }
    }
  }
  return [...seen.values()];
}

const RUNNING = ["start", "checked"] as const;

test("every state has every event, and is reached", () => {
  for (const state of RUN_STATES) expect(Object.keys(RUN_TRANSITIONS[state]).sort()).toEqual([...RUN_EVENTS].sort());
  const seen = reached([newRun(true), newRun(false)], RUN_EVENTS);
  expect(new Set(seen.map(({ state }) => state))).toEqual(new Set(RUN_STATES));
});

describe("contract 4.6", () => {
  test.each<[string, readonly RunEvent[], RunEvent, RunState, Record<string, unknown>]>([
    ["start begins a run", [], "start", "starting", { outcome: "moved", run: 1, actions: ["new_run", "check"] }],
    ["start of what runs does nothing", RUNNING, "start", "running", { outcome: "nothing", run: 1, actions: [] }],
    ["start of what starts does nothing", ["start"], "start", "starting", { outcome: "nothing", run: 1 }],
    [
      "start after a forced stop reconvenes the same run",
      [...RUNNING, "force"],
      "start",
      "reconvening",
      { run: 1, actions: ["reconvene"] },
    ],
    ["start after a stop is another run", [...RUNNING, "stop", "nothing_open"], "start", "starting", { run: 2 }],
    ["stop cancels and proves", RUNNING, "stop", "stopping", { actions: ["cancel_all"] }],
    ["stop ends when nothing is open", [...RUNNING, "stop"], "nothing_open", "stopped", {}],
    ["stop with force asks no exchange", RUNNING, "force", "force_stopped", { actions: ["leave_open"] }],
    ["force ends a stop", [...RUNNING, "stop"], "force", "force_stopped", { actions: ["leave_open"] }],
    ["force ends a soft stop", [...RUNNING, "soft_stop"], "force", "force_stopped", {}],
    [
      "soft-stop waits for its duties",
      RUNNING,
      "soft_stop",
      "soft_stopping",
      { actions: ["finish_duties", "overviews"] },
    ],
    ["soft-stop goes on to stop", [...RUNNING, "soft_stop"], "duties_done", "stopping", { actions: ["cancel_all"] }],
    ["stop cuts a soft stop short", [...RUNNING, "soft_stop"], "stop", "stopping", {}],
    [
      "stop of what is stopped is a success",
      [...RUNNING, "stop", "nothing_open"],
      "stop",
      "stopped",
      { outcome: "nothing" },
    ],
    [
      "soft-stop of what was forced is a success",
      [...RUNNING, "force"],
      "soft_stop",
      "force_stopped",
      { outcome: "nothing" },
    ],
    ["an end that is reached stops softly", RUNNING, "end_reached", "soft_stopping", {}],
    ["an end that is reached completes", [...RUNNING, "end_reached", "duties_done"], "nothing_open", "completed", {}],
    [
      "a stop before the end is reached does not complete",
      [...RUNNING, "end_reached", "stop"],
      "nothing_open",
      "stopped",
      {},
    ],
    ["a breaker pauses", RUNNING, "breaker", "paused", { actions: ["alert"] }],
    [
      "a soft stop whose key is gone stops at once",
      [...RUNNING, "soft_stop"],
      "breaker",
      "stopping",
      { actions: ["cancel_all", "alert"] },
    ],
    ["an unhedged leg pauses", RUNNING, "unhedged", "paused", { actions: ["alert"] }],
    [
      "a hard reset forgets what is not active",
      [...RUNNING, "stop", "nothing_open"],
      "hard_reset",
      "ready",
      { run: 0, actions: ["remove"] },
    ],
    ["a hard reset of what runs is refused", RUNNING, "hard_reset", "running", { outcome: "refused" }],
    ["editing what runs is refused", RUNNING, "edit", "running", { outcome: "refused" }],
    ["editing what was forced is refused", [...RUNNING, "force"], "edit", "force_stopped", { outcome: "refused" }],
    ["a process that dies reconvenes", RUNNING, "owner_lost", "reconvening", { run: 1, actions: ["reconvene"] }],
    ["what was reconvened runs", [...RUNNING, "owner_lost"], "reconvened", "running", {}],
    [
      "a stop goes on after its process died",
      [...RUNNING, "stop", "owner_lost"],
      "reconvened",
      "stopping",
      { actions: ["cancel_all"] },
    ],
    [
      "a soft stop goes on after its process died twice",
      [...RUNNING, "soft_stop", "owner_lost", "owner_lost"],
      "reconvened",
      "soft_stopping",
      { actions: ["finish_duties"] },
    ],
    [
      "reconvening that takes too long pauses",
      [...RUNNING, "owner_lost"],
      "reconvene_failed",
      "paused",
      { actions: ["alert"] },
    ],
    ["a stop while it reconvenes stops", [...RUNNING, "owner_lost"], "stop", "stopping", { actions: ["cancel_all"] }],
    ["a failed check is an error", ["start"], "check_failed", "errored", {}],
    ["start after an error is another run", ["start", "check_failed"], "start", "starting", { run: 2 }],
    [
      "a finding that comes late means nothing",
      [...RUNNING, "stop", "nothing_open"],
      "breaker",
      "stopped",
      { outcome: "nothing" },
    ],
  ])("%s", (_, events, event, state, expected) => {
    const change = applyRun(after(...events), event);
    const { run, ...more } = expected;
    expect(change).toMatchObject(more);
    expect(change.run.state).toBe(state);
    if (run !== undefined) expect(change.run.run).toBe(run);
  });

  test("a pause for a cause outside becomes one for its owner when a breaker finds another cause", () => {
    const away = { reason: "lost_exchange", isExternal: true } as const;
    const paused = applyRun(after(...RUNNING), "breaker", { pause: away }).run;
    const pause = { reason: "lost_key", isExternal: false } as const;
    expect(applyRun(paused, "breaker", { pause })).toMatchObject({
      run: { state: "paused", pause },
      actions: ["alert"],
    });
  });

  test("a draft does not start", () => {
    expect(applyRun(newRun(false), "start").outcome).toBe("refused");
    expect(applyRun(newRun(false), "edit").run.state).toBe("ready");
  });

  test("a pause resumes when a cause outside is over, else only by its owner", () => {
    const outside = applyRun(after(...RUNNING), "breaker", {
      pause: { reason: "lost_exchange", isExternal: true },
    }).run;
    expect(applyRun(outside, "cause_over").run).toMatchObject({ state: "reconvening", resumesAs: "running" });
    expect(applyRun(outside, "start").outcome).toBe("nothing");
    const inside = applyRun(after(...RUNNING), "unhedged", { pause: { reason: "unhedged", isExternal: false } }).run;
    expect(applyRun(inside, "cause_over").outcome).toBe("nothing");
    expect(applyRun(inside, "start").run).toMatchObject({ state: "reconvening", run: 1 });
    expect([mayHedge(outside), mayHedge(inside), mayFire(outside)]).toEqual([true, false, false]);
  });
});

test("a pause outlives its owner, and one that reconvening made ends by reconvening", () => {
  const away = applyRun(after(...RUNNING), "breaker", { pause: { reason: "breaker", isExternal: true } }).run;
  const moved = applyRun(applyRun(away, "owner_lost").run, "reconvened").run;
  expect(moved).toEqual({ ...away, resumesAs: "paused" });
  expect(applyRun(moved, "cause_over").run.state).toBe("running");
  const stopping = after(...RUNNING, "stop", "owner_lost");
  const late = applyRun(stopping, "reconvene_failed").run;
  expect(late.state).toBe("paused");
  const again = applyRun(late, "cause_over").run;
  expect(again.state).toBe("reconvening");
  expect(applyRun(again, "reconvened").run.state).toBe("stopping");
});

test("a run goes back to what it did however often its owners are lost, and to the pause that it was in", () => {
  const twice = (run: Run): Run => {
    const waiting = applyRun(applyRun(run, "owner_lost").run, "reconvene_failed").run;
    const again = applyRun(applyRun(waiting, "owner_lost").run, "reconvene_failed").run;
    return applyRun(applyRun(again, "cause_over").run, "reconvened").run;
  };
  expect(twice(after(...RUNNING))).toMatchObject({ state: "running", pause: undefined });
  expect(twice(after(...RUNNING, "soft_stop"))).toMatchObject({ state: "soft_stopping" });
  const away = { reason: "lost_exchange", isExternal: true } as const;
  const paused = applyRun(after(...RUNNING), "breaker", { pause: away }).run;
  expect(applyRun(applyRun(paused, "owner_lost").run, "reconvene_failed").run).toMatchObject({
    state: "paused",
    pause: away,
  });
});

test("a soft stop does not weaken a stop whose owner was lost", () => {
  for (const run of [after("start", "stop", "owner_lost"), after("start", "stop", "owner_lost", "reconvene_failed")]) {
    expect(applyRun(run, "soft_stop")).toEqual({ run, outcome: "nothing", actions: [] });
  }
});

test("a stop whose lookups take too long for one owner after the other stays a stop", () => {
  const lost = ["owner_lost", "reconvene_failed"] as const;
  const run = after("start", "stop", ...lost, ...lost, "end_reached");
  expect(run).toMatchObject({
    state: "paused",
    resumesAs: "stopping",
    pause: { reason: "reconvening", isExternal: true },
  });
  expect(mayHedge(run)).toBe(false);
});

test("nothing fires, and nothing is hedged, between a stop and the next start, whatever happens in between", () => {
  const stopped = reached([newRun(true)], RUN_EVENTS).map((run) => applyRun(run, "stop").run);
  const findings = RUN_EVENTS.filter((event) => event !== "start");
  const later = reached(stopped, findings);
  expect(later.filter((run) => mayFire(run) || mayHedge(run))).toEqual([]);
  expect(new Set(later.map(({ state }) => state))).toContain("paused");
});

test("only what is not active is deleted, and nothing whose orders may be open", () => {
  for (const state of RUN_STATES) {
    const run = { ...newRun(true), state };
    expect(applyRun(run, "delete").outcome === "refused").toBe(isActive(run));
    expect(applyRun(run, "hard_reset", { mayBeOpen: true }).outcome).toBe("refused");
  }
});
