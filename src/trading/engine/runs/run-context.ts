/** The common state of the parts of one run while its owner looks after it. */
import type { Queryable } from "../../../kit/sql/database.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { mayFire } from "../core/run.ts";
import type { TokenBucket } from "../core/token-bucket.ts";
import type { KeptRun, RunDeed, RunFigures, RunWorker } from "../store-runs.ts";
import { DutyRetries } from "./duty-retries.ts";
import type { RunDeskDeps, RunFiguresOfProcess, RunUser } from "./deps.ts";
import type { Triggers } from "./held-stops.ts";
import type { IndicatorValues } from "./indicator-values.ts";
import type { KeyBalances } from "./key-balances.ts";
import type { PlanParts } from "./plan-orders.ts";
import { RowGrids, storedTriggers, triggersFrom } from "./row-grids.ts";
import { RunLog } from "./run-log.ts";
import type { RunMemory } from "./run-memory.ts";
import { RunView } from "./run-view.ts";

const USER_AGAIN_MS = 5_000;

/** The common parts of the runs of one process. */
export interface SharedParts {
  readonly deps: RunDeskDeps;
  readonly worker: RunWorker;
  readonly balances: KeyBalances;
  readonly indicators: IndicatorValues;
  /** Orders per second, by account. */
  readonly buckets: Map<number, TokenBucket>;
  readonly figures: RunFiguresOfProcess;
  /** Has orders looked at by their senders; those of all runs together. */
  readonly askChecks: (ids: readonly number[]) => void;
}

/** Further data about an event of a run. */
type RunFacts = Pick<RunDeed, "pause" | "unhedged" | "appeared">;

export class RunContext {
  readonly shared: SharedParts;
  readonly memory: RunMemory;
  readonly view: RunView;
  readonly log = new RunLog();
  readonly retries = new DutyRetries();
  readonly plan: PlanParts;
  user: RunUser | undefined;
  /** When a slice fired or failed to, also where nothing was stored of it. */
  triedMs: number | undefined;
  /** Until then no slice is judged: limits or halts have refused one. */
  refusedUntilMs = 0;
  /** Why the last order that a leg owes was not stored; undefined where it was. */
  owedWhy: string | undefined;
  /** Of stops that are held here. */
  readonly triggers: Triggers;
  readonly #grids = new RowGrids();
  #userReadMs = 0;
  /** After how many slices its owner was alerted that it sends no more. */
  #heldAfter: number | undefined;
  /** The currencies that were named last for having no rate. */
  #withoutRate = "";
  /** Prices that percentages of the start refer to, as they are stored. */
  #starts: KeptRun["starts"];

  constructor(shared: SharedParts, memory: RunMemory) {
    const { deps, balances, indicators } = shared;
    this.shared = shared;
    this.memory = memory;
    this.view = new RunView({ market: deps.market, balances, indicators, news: deps.newsView, memory });
    this.plan = { market: deps.market, exchanges: deps.exchanges, memory };
    this.#starts = memory.kept.starts;
    this.triggers = triggersFrom(memory.playbook, memory.kept.triggers);
  }

  nowMs(): number {
    return toMillis(this.shared.deps.clock.now());
  }

  /** Lets something happen to the run. The state in memory is stored afterwards. */
  async move(event: RunDeed["event"], why = "", more: RunFacts = {}): Promise<void> {
    const { deps, worker } = this.shared;
    const before = this.memory.kept.run.state;
    const kept = await deps.runs.move(worker, this.memory.kept.id, { event, why, nowMs: this.nowMs(), ...more });
    if (!kept) return;
    this.memory.note(kept);
    const { state } = kept.run;
    if (state !== before) this.log.note(this.nowMs(), "info", `${before} -> ${state}${why === "" ? "" : `: ${why}`}`);
    deps.asked();
  }

  /**
   * Goes on by drivetime where the time of its plan is over.
   *
   * @returns whether it has time, or does not run any more
   */
  async extend(): Promise<boolean> {
    const { deps, worker } = this.shared;
    const nowMs = this.nowMs();
    const kept = await deps.runs.extend(worker, this.memory.kept.id, nowMs);
    if (!kept) return false;
    const { drivetimeSeconds: before } = this.memory.kept;
    this.memory.note(kept);
    if (before === 0 && kept.drivetimeSeconds > 0) {
      this.log.note(nowMs, "info", "the duration of the plan is over: drivetime is used");
    }
    return !mayFire(kept.run) || nowMs - kept.startedMs < kept.maximumMs;
  }

  /** What lists show from now on. The reason why a profit is unknown is noted once. */
  takeFigures(): RunFigures {
    const figures = this.memory.takeFigures();
    const withoutRate = figures.realizedPnl === null ? this.memory.withoutRate().join(", ") : "";
    if (withoutRate !== "" && withoutRate !== this.#withoutRate) {
      this.log.note(this.nowMs(), "warn", `the profit is not counted on: there is no rate of ${withoutRate}`);
    }
    this.#withoutRate = withoutRate;
    return figures;
  }

  /** Pauses the run for an order that was thought to be gone: its owner looks before it goes on. */
  async pauseFor(appeared: number): Promise<void> {
    const why = `order ${appeared} was thought to be gone and has been seen at its exchange`;
    await this.move("breaker", why, { pause: { reason: "order_appeared", isExternal: false }, appeared });
  }

  /** The trading account. The strategies of a sub-account that was deleted go on under its main account. */
  async readUser(q?: Queryable): Promise<RunUser | undefined> {
    const { userOf } = this.shared.deps;
    const { uid, ownerUid } = this.memory.kept;
    return (await userOf(uid, q)) ?? (uid === ownerUid ? undefined : await userOf(ownerUid, q));
  }

  /** Alerts the owner of a run that plan or rights hold, once until it sends a slice again. */
  async alertHeld(nowMs: number, why: string): Promise<void> {
    const { shared, memory } = this;
    const { id, slices } = memory.kept;
    if (this.#heldAfter === slices) return;
    await shared.deps.runs.alertHeld(shared.worker, id, { why, nowMs });
    this.#heldAfter = slices;
  }

  /** Plan and rights once more, for a run that they hold: at most every five seconds. */
  async readUserAgain(nowMs: number): Promise<void> {
    if (nowMs - this.#userReadMs < USER_AGAIN_MS) return;
    this.#userReadMs = nowMs;
    this.user = await this.readUser();
  }

  /** Rows count in the ticks and steps that their markets have now. */
  followMarkets(): void {
    this.#grids.follow(this.memory.playbook, this.triggers);
  }

  /** Stops that are held here, without those of some rows. */
  triggersToKeep(without: ReadonlySet<number> = new Set()): Readonly<Record<string, string>> {
    return storedTriggers(this.memory.playbook, this.triggers, without);
  }

  /** Stores triggers that have moved, so that a new owner goes on from there. */
  async keepTriggers(before: Readonly<Record<string, string>>): Promise<void> {
    const { deps, worker } = this.shared;
    const now = this.triggersToKeep();
    if (JSON.stringify(now) === JSON.stringify(before)) return;
    await deps.runs.saveTriggers(worker, this.memory.kept.id, now);
  }

  /** By condition; null for one that has no start. */
  startsToKeep(): KeptRun["starts"] {
    return this.memory.playbook.conditions.conditions.map(({ start }) => start ?? null);
  }

  /** Whether a condition has met its start since the starts were stored. Asked at every evaluation: it allocates nothing. */
  get hasNewStart(): boolean {
    const { conditions } = this.memory.playbook.conditions;
    for (let at = 0; at < conditions.length; at++) {
      const start = conditions[at]?.start;
      if (start !== undefined && start !== this.#starts[at]) return true;
    }
    return false;
  }

  /** Stores a start as soon as it is known: the first slice may be days away, and a new owner must not move it. */
  async keepStarts(): Promise<void> {
    const { deps, worker } = this.shared;
    const starts = this.startsToKeep();
    await deps.runs.saveStarts(worker, this.memory.kept.id, starts);
    this.#starts = starts;
  }
}
