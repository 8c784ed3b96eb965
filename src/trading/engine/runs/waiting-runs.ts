/** Runs of this process whose playbook is not read yet, or cannot be read. */
import { isFinal } from "../core/journal-order.ts";
import { isActive, type Run } from "../core/run.ts";
import type { RunEvent } from "../core/run-table.ts";
import type { KeptRun, KeptRunOrder } from "../store-runs.ts";
import { showQuietRun } from "./debug-run.ts";
import { mergeRun } from "./merge-run.ts";
import { readPlaybook } from "./playbook.ts";
import { RunContext, type SharedParts } from "./run-context.ts";
import { RunMemory } from "./run-memory.ts";
import { Runner } from "./runner.ts";

/** A run's playbook may not be there yet when its process has just started: it is read again, with growing pauses. */
const READ_AGAIN_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const READ_MS = 60_000;
/** A run whose memory was thrown away here, and that could not be read since. */
const UNREAD = { reason: "reconvening", isExternal: true } as const;
/** Without its values a run's debts are unknown. It may end: it has nothing open. */
const NOT_COMPUTED = "what one leg lacks of another is not known, because the run cannot be read";
/** This many are read at the same time. */
const AT_ONCE = 32;

interface Waiting {
  kept: KeptRun;
  readonly sinceMs: number;
  /** Another process looked after it: it begins by being reconvened. */
  isLost: boolean;
  nextMs: number;
  isReading: boolean;
  isTold: boolean;
}

export class WaitingRuns {
  readonly #waiting = new Map<number, Waiting>();
  readonly #add: (runner: Runner) => void;

  /** @param add is given each run that can be gone on with */
  constructor(add: (runner: Runner) => void) {
    this.#add = add;
  }

  /** @param isLost whether another process looked after it until now */
  put(kept: KeptRun, nowMs: number, isLost: boolean): void {
    this.#waiting.set(kept.id, { kept, sinceMs: nowMs, isLost, nextMs: 0, isReading: false, isTold: false });
  }

  get(id: number): KeptRun | undefined {
    return this.#waiting.get(id)?.kept;
  }

  /** A request has changed it, or asks what it looks like inside. */
  heard(kept: KeptRun): void {
    const waiting = this.#waiting.get(kept.id);
    if (!waiting) return;
    waiting.kept = mergeRun(waiting.kept, kept);
    waiting.nextMs = 0;
  }

  delete(id: number): void {
    this.#waiting.delete(id);
  }

  clear(): void {
    this.#waiting.clear();
  }

  /** Reads what is due: what a run trades by, and its orders. A slow one holds up no other. */
  begin(shared: SharedParts, nowMs: number): (() => Promise<void>)[] {
    const all = [...this.#waiting.values()];
    const free = AT_ONCE - all.filter(({ isReading }) => isReading).length;
    const due = all.filter((each) => !each.isReading && each.nextMs <= nowMs);
    return due.slice(0, Math.max(0, free)).map((waiting) => {
      waiting.isReading = true;
      const passedMs = nowMs - waiting.sinceMs;
      waiting.nextMs = nowMs + Math.min(LONGEST_WAIT_MS, Math.max(READ_AGAIN_MS, passedMs / 4));
      return async () => {
        try {
          await this.#read(waiting, shared);
        } finally {
          waiting.isReading = false;
        }
      };
    });
  }

  async #read(waiting: Waiting, shared: SharedParts): Promise<void> {
    const { id } = waiting.kept;
    const { runs, market } = shared.deps;
    if (waiting.isLost && !(await this.#reconvene(waiting, shared))) return;
    const playbook = await readPlaybook(shared.deps, waiting.kept);
    const orders = await runs.loadOrders(id);
    if (typeof playbook === "string") return this.#cannotBegin(waiting, playbook, orders.orders, shared);
    if (this.#waiting.get(id) !== waiting) return;
    const memory = new RunMemory(waiting.kept, playbook, orders, market);
    const context = new RunContext(shared, memory);
    context.user = await context.readUser();
    if (this.#waiting.get(id) !== waiting) return;
    memory.kept = waiting.kept;
    const runner = new Runner(context);
    this.#waiting.delete(id);
    this.#add(runner);
    runner.useKeys();
  }

  /** @returns whether it is there to be gone on with */
  async #reconvene(waiting: Waiting, { deps, worker }: SharedParts): Promise<boolean> {
    const { id } = waiting.kept;
    const nowMs = deps.clock.now() / 1000;
    const why = "another process looks after it";
    const kept = await deps.runs.move(worker, id, { event: "owner_lost", why, nowMs });
    waiting.isLost = false;
    if (kept) waiting.kept = kept;
    else this.#waiting.delete(id);
    return kept !== undefined;
  }

  async #cannotBegin(
    waiting: Waiting,
    why: string,
    orders: readonly KeptRunOrder[],
    { deps, worker }: SharedParts,
  ): Promise<void> {
    const { kept, sinceMs } = waiting;
    const nowMs = deps.clock.now() / 1000;
    if (kept.debugAskedMs !== undefined) await deps.runs.saveDebug(worker, kept.id, showQuietRun(why), nowMs);
    const { state } = kept.run;
    const step = orders.every(isQuiet) ? nextToItsEnd(kept.run) : undefined;
    if (step) {
      const moved = await deps.runs.move(worker, kept.id, { event: step, why: `${NOT_COMPUTED}: ${why}`, nowMs });
      if (moved && isActive(moved.run)) this.heard(moved);
      else this.#waiting.delete(kept.id);
    } else if (nowMs - sinceMs >= READ_MS && state === "starting") {
      await deps.runs.move(worker, kept.id, { event: "check_failed", why, nowMs });
      this.#waiting.delete(kept.id);
    } else if (nowMs - sinceMs >= READ_MS && (state === "reconvening" || state === "running")) {
      // The pause ends on its own: when the run can be read, it reconvenes.
      const deed =
        state === "running" ? { event: "breaker" as const, pause: UNREAD } : { event: "reconvene_failed" as const };
      const paused = await deps.runs.move(worker, kept.id, { ...deed, why, nowMs });
      if (!paused) this.#waiting.delete(kept.id);
      else if (paused.version > waiting.kept.version) waiting.kept = paused;
    } else if (nowMs - sinceMs >= READ_MS && !waiting.isTold) {
      waiting.isTold = true;
      deps.log.error({ run: kept.id, why }, "a run cannot be gone on with; tried again");
    }
  }
}

/** Of a run that is to end, and has nothing to look up: also one that was taken over, or paused, on the way. */
function nextToItsEnd({ state, resumesAs, pause }: Run): RunEvent | undefined {
  if (state === "stopping") return "nothing_open";
  if (state === "soft_stopping") return "duties_done";
  const ends = resumesAs === "stopping" || resumesAs === "soft_stopping";
  if (state === "reconvening" && ends) return "reconvened";
  return state === "paused" && pause?.reason === "reconvening" && ends ? "cause_over" : undefined;
}

function isQuiet({ order }: KeptRunOrder): boolean {
  return (isFinal(order.state) || order.state === "missing") && order.filled <= order.booked;
}
