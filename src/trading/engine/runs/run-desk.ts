/** Owns runs: claims those without an owner, hears what was asked of them, and lets each do what is due. */
import type { Metrics } from "../../../kit/metrics/metrics.ts";
import { LeaseHolder, type LeaseHold } from "../../../kit/sql/hold-lease.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import type { Listing } from "../../market/index.ts";
import { isActive } from "../core/run.ts";
import type { TokenBucket } from "../core/token-bucket.ts";
import { WORKER_LEASE, type KeptRun, type RunWorker } from "../store-runs.ts";
import type { RunDeskDeps, RunFiguresOfProcess } from "./deps.ts";
import { showQuietRun } from "./debug-run.ts";
import { IndicatorValues } from "./indicator-values.ts";
import { KeyBalances } from "./key-balances.ts";
import { readPlaybook } from "./playbook.ts";
import { RunContext, type SharedParts } from "./run-context.ts";
import { RunMemory } from "./run-memory.ts";
import { runMetrics } from "./run-metrics.ts";
import { Runner } from "./runner.ts";
import { Runners } from "./runners.ts";

const LEASE_MS = 3_000;
/** The rest of its time is for writes that are under way. */
const RELIED_ON = 0.8;
/** The loop looks so often, and sooner when something was told. */
const TICK_MS = 20;
const COMMANDS_MS = 80;
const CLAIM_MS = 400;
const ORDERS_MS = 200;
const FIGURES_MS = 1_000;
const MOST_CLAIMED = 1_000;
/** What a run trades by may not be there yet when its process has just begun: it is read again. */
const READ_AGAIN_MS = 500;
const READ_MS = 60_000;

/** A run whose playbook is not read yet. */
interface Waiting {
  kept: KeptRun;
  readonly sinceMs: number;
  nextMs: number;
  isReading: boolean;
}

export class RunDesk {
  readonly #deps: RunDeskDeps;
  readonly #leases: LeaseHolder;
  readonly #runners = new Runners();
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended = new AbortController();
  readonly #work = new Set<Promise<void>>();
  readonly #figures: RunFiguresOfProcess = { evaluations: 0, slices: 0, handOvers: 0 };
  readonly #balances: KeyBalances;
  readonly #indicators: IndicatorValues;
  readonly #buckets = new Map<number, TokenBucket>();
  #hold: LeaseHold | undefined;
  #worker: RunWorker | undefined;
  #next = { commands: 0, claim: 0, orders: 0, figures: 0 };
  #running: Promise<void> | undefined;
  #wakeUp: () => void = () => undefined;
  #unlisten: () => void = () => undefined;

  constructor(deps: RunDeskDeps) {
    this.#deps = deps;
    const { db, clock, log, owner, leaseMs: ttlMs = LEASE_MS } = deps;
    this.#leases = new LeaseHolder({ db, clock, log, owner, ttlMs, reliedOn: RELIED_ON });
    this.#balances = new KeyBalances(deps);
    this.#indicators = new IndicatorValues(deps);
  }

  start(): void {
    this.#unlisten = this.#deps.market.onTop((listing) => this.#noteBook(listing));
    this.#running ??= this.#run();
  }

  /** Something was asked of a run, or has happened to an order, here or elsewhere. */
  wake(): void {
    this.#next.commands = 0;
    this.#next.orders = 0;
    this.#wakeUp();
  }

  /** Lets other processes have every run at once. */
  async stop(): Promise<void> {
    this.#unlisten();
    this.#ended.abort();
    this.#wakeUp();
    await this.#running;
    await Promise.allSettled(this.#work);
    await this.#balances.settled();
    await this.#hold?.release();
  }

  metrics(metrics: Metrics): void {
    runMetrics(metrics, this.#figures, () => this.#runners.all().map(({ kept }) => kept.run.state));
  }

  async #run(): Promise<void> {
    const { clock, log } = this.#deps;
    while (!this.#ended.signal.aborted) {
      const woken = new Promise<void>((resolve) => (this.#wakeUp = resolve));
      await this.#tick().catch((error: unknown) =>
        log.warn({ err: error }, "runs could not be looked after; tried again"),
      );
      const slept = new AbortController();
      const both = AbortSignal.any([slept.signal, this.#ended.signal]);
      await Promise.race([woken, clock.sleep(TICK_MS, both).catch(() => undefined)]);
      slept.abort();
    }
  }

  async #tick(): Promise<void> {
    const worker = await this.#holdWorker();
    if (!worker) return;
    const { runs } = this.#deps;
    const now = this.#nowMs();
    if (now >= this.#next.claim) {
      this.#next.claim = now + CLAIM_MS;
      for (const kept of await runs.claimRuns(worker, MOST_CLAIMED)) await this.#claimed(worker, kept);
    }
    if (now >= this.#next.commands) {
      this.#next.commands = now + COMMANDS_MS;
      for (const kept of await runs.takeCommands(worker)) this.#heard(kept, now);
    }
    if (now >= this.#next.orders) {
      this.#next.orders = now + ORDERS_MS;
      await this.#readOrders();
    }
    for (const waiting of this.#waiting.values()) this.#begin(waiting, now);
    this.#balances.askDue(now);
    for (const runner of this.#runners.all()) if (!runner.isBusy && runner.dueMs <= now) this.#step(runner);
    if (now < this.#next.figures) return;
    this.#next.figures = now + FIGURES_MS;
    await this.#saveFigures(worker);
  }

  /** The lease of this process. Without it nothing is looked after, and what was in memory is forgotten. */
  async #holdWorker(): Promise<RunWorker | undefined> {
    if (this.#hold?.isHeld()) return this.#worker;
    for (const runner of this.#runners.all()) this.#runners.remove(runner);
    this.#waiting.clear();
    const lease = `${WORKER_LEASE}${this.#deps.owner}`;
    this.#hold = await this.#leases.hold(lease);
    this.#worker = this.#hold && { lease, fence: this.#hold.fence };
    this.#next = { commands: 0, claim: 0, orders: 0, figures: 0 };
    return this.#worker;
  }

  async #claimed(worker: RunWorker, { hadOwner, ...kept }: KeptRun & { readonly hadOwner: boolean }): Promise<void> {
    let own: KeptRun | undefined = kept;
    if (hadOwner) {
      this.#figures.handOvers++;
      const deed = { event: "owner_lost", why: "another process looks after it", nowMs: this.#nowMs() } as const;
      own = await this.#deps.runs.move(worker, kept.id, deed);
    }
    if (own) this.#wait(own);
  }

  #wait(kept: KeptRun): void {
    this.#waiting.set(kept.id, { kept, sinceMs: this.#nowMs(), nextMs: 0, isReading: false });
  }

  #heard(kept: KeptRun, nowMs: number): void {
    const runner = this.#runners.get(kept.id);
    const waiting = this.#waiting.get(kept.id);
    if (waiting) waiting.kept = kept;
    runner?.heard(kept);
    if (isActive(kept.run)) {
      // One that was stopped by force is still of this process when it is started again.
      if (!runner && !waiting) this.#wait(kept);
      return;
    }
    // The request that stopped it has done everything; what it looks like inside is still told.
    if (waiting) this.#waiting.delete(kept.id);
    if (runner && !runner.isBusy && runner.dueMs > nowMs) this.#runners.remove(runner);
  }

  /** Reads what a run trades by, and its orders. Does not wait: a slow one holds up no other. */
  #begin(waiting: Waiting, nowMs: number): void {
    if (waiting.isReading || waiting.nextMs > nowMs) return;
    waiting.isReading = true;
    waiting.nextMs = nowMs + READ_AGAIN_MS;
    this.#do(() => this.#read(waiting).finally(() => (waiting.isReading = false)));
  }

  async #read(waiting: Waiting): Promise<void> {
    const { id } = waiting.kept;
    const playbook = await readPlaybook(this.#deps, waiting.kept);
    if (typeof playbook === "string") return this.#cannotBegin(waiting, playbook);
    const { runs, market } = this.#deps;
    const orders = await runs.loadOrders(id);
    const worker = this.#worker;
    if (this.#waiting.get(id) !== waiting || !worker) return;
    const memory = new RunMemory(waiting.kept, playbook, orders, market);
    const context = new RunContext(this.#shared(worker), memory);
    context.user = await context.readUser();
    if (this.#waiting.get(id) !== waiting) return;
    memory.kept = waiting.kept;
    const runner = new Runner(context);
    this.#waiting.delete(id);
    this.#runners.add(runner);
    runner.useKeys();
  }

  async #cannotBegin({ kept, sinceMs }: Waiting, why: string): Promise<void> {
    const worker = this.#worker;
    const nowMs = this.#nowMs();
    if (worker && kept.debugAskedMs !== undefined) {
      await this.#deps.runs.saveDebug(worker, kept.id, showQuietRun(why), nowMs);
    }
    if (!worker || nowMs - sinceMs < READ_MS) return;
    if (kept.run.state === "starting") {
      await this.#deps.runs.move(worker, kept.id, { event: "check_failed", why, nowMs });
      this.#waiting.delete(kept.id);
    } else this.#deps.log.error({ run: kept.id, why }, "a run cannot be gone on with; tried again");
  }

  #shared(worker: RunWorker): SharedParts {
    return {
      deps: this.#deps,
      worker,
      balances: this.#balances,
      indicators: this.#indicators,
      buckets: this.#buckets,
      figures: this.#figures,
    };
  }

  #step(runner: Runner): void {
    runner.isBusy = true;
    this.#do(async () => {
      try {
        await runner.step();
        if (!runner.isActive) {
          await this.#deps.runs.saveFigures(runner.context.shared.worker, [runner.context.memory.figures()]);
          this.#runners.remove(runner);
        }
      } catch (error) {
        this.#deps.log.warn({ run: runner.kept.id, err: error }, "a run begins again from what is stored");
        await this.#beginAgain(runner);
      } finally {
        runner.isBusy = false;
      }
    });
  }

  /** What is in memory may not be what is stored. */
  async #beginAgain(runner: Runner): Promise<void> {
    this.#runners.remove(runner);
    const kept = await this.#deps.runs.readRun(runner.kept.id);
    if (kept && isActive(kept.run) && this.#hold?.isHeld()) this.#wait(kept);
  }

  async #readOrders(): Promise<void> {
    const known = new Map<number, number>();
    const byOrder = new Map<number, Runner>();
    for (const runner of this.#runners.all()) {
      for (const [id, version] of runner.context.memory.versions()) {
        known.set(id, version);
        byOrder.set(id, runner);
      }
    }
    for (const order of await this.#deps.runs.readChanged(known)) {
      const runner = byOrder.get(order.terms.id);
      if (!runner?.context.memory.put(order)) continue;
      runner.dueMs = 0;
      this.#balances.moved(order.terms.keyId);
    }
  }

  async #saveFigures(worker: RunWorker): Promise<void> {
    const dirty = this.#runners
      .all()
      .map(({ context }) => context.memory)
      .filter(({ isDirty }) => isDirty);
    for (const memory of dirty) memory.isDirty = false;
    await this.#deps.runs.saveFigures(
      worker,
      dirty.map((memory) => memory.figures()),
    );
    const used = this.#runners.all().flatMap(({ context }) => context.memory.playbook.keyIds);
    this.#balances.keep(new Set(used));
  }

  #noteBook({ code }: Listing): void {
    const now = this.#nowMs();
    for (const runner of this.#runners.at(code)) {
      runner.noteBook(now);
      if (!runner.isBusy && runner.dueMs <= now && this.#hold?.isHeld() === true) this.#step(runner);
    }
  }

  #do(work: () => Promise<void>): void {
    const doing = work()
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, "a run could not be looked after; tried again"))
      .finally(() => this.#work.delete(doing));
    this.#work.add(doing);
  }

  #nowMs(): number {
    return toMillis(this.#deps.clock.now());
  }
}
