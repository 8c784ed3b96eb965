/** Owns runs: claims those without an owner, receives their commands, and lets each do its due work. */
import { SparingLog } from "../../../kit/log/sparing-log.ts";
import type { Metrics } from "../../../kit/metrics/metrics.ts";
import { LeaseHolder, type LeaseHold } from "../../../kit/sql/hold-lease.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { orAfter } from "../../../kit/time/or-after.ts";
import type { Listing } from "../../market/index.ts";
import { isActive } from "../core/run.ts";
import type { TokenBucket } from "../core/token-bucket.ts";
import { WORKER_LEASE, type KeptRun, type RunWorker } from "../store-runs.ts";
import type { RunDeskDeps, RunFiguresOfProcess } from "./deps.ts";
import { IndicatorValues } from "./indicator-values.ts";
import { KeyBalances } from "./key-balances.ts";
import type { SharedParts } from "./run-context.ts";
import { runMetrics } from "./run-metrics.ts";
import { RunOrderReader } from "./run-order-reader.ts";
import type { Runner } from "./runner.ts";
import { Runners } from "./runners.ts";
import { tendServers } from "./tend-servers.ts";
import { WaitingRuns } from "./waiting-runs.ts";

const LEASE_MS = 3_000;
/** The rest of its time is for writes in progress. */
const RELIED_ON = 0.8;
/** The loop looks this often, and sooner after a notification. */
const TICK_MS = 20;
const COMMANDS_MS = 80;
const CLAIM_MS = 400;
const ORDERS_MS = 200;
const FIGURES_MS = 1_000;
const MOST_CLAIMED = 1_000;
/** How often the owned runs are compared with the running ones. */
const OWNED_MS = 1_000;
/** How often it looks for servers without a process, and for runs whose server is over. */
const SERVERS_MS = 1_000;
/** Requests to exchanges that are in progress at an orderly end have this long. */
const STOP_WAIT_MS = 1_000;

const NOW = { commands: 0, servers: 0, claim: 0, owned: 0, orders: 0, figures: 0 };

export class RunDesk {
  readonly #deps: RunDeskDeps;
  readonly #log: SparingLog;
  readonly #leases: LeaseHolder;
  readonly #runners = new Runners((code) => this.#deps.market.follow(code));
  readonly #orders: RunOrderReader;
  readonly #waiting = new WaitingRuns((runner) => this.#runners.add(runner));
  /** Runs whose memory was thrown away here: they are read again, and their owner was not lost. */
  readonly #again = new Set<number>();
  readonly #ended = new AbortController();
  readonly #work = new Set<Promise<void>>();
  /** Orders that senders are to look at. */
  readonly #checks: number[] = [];
  readonly #figures: RunFiguresOfProcess = { evaluations: 0, slices: 0, handOvers: 0 };
  readonly #balances: KeyBalances;
  readonly #indicators: IndicatorValues;
  readonly #buckets = new Map<number, TokenBucket>();
  #hold: LeaseHold | undefined;
  #worker: RunWorker | undefined;
  #next = { ...NOW };
  #running: Promise<void> | undefined;
  #wakeUp: () => void = () => undefined;
  #unlisten: () => void = () => undefined;

  constructor(deps: RunDeskDeps) {
    this.#deps = deps;
    this.#log = new SparingLog(deps);
    const { db, clock, log, owner, leaseMs: ttlMs = LEASE_MS } = deps;
    this.#leases = new LeaseHolder({ db, clock, log, owner, ttlMs, reliedOn: RELIED_ON });
    this.#orders = new RunOrderReader(deps.runs, this.#runners);
    this.#balances = new KeyBalances(deps);
    this.#indicators = new IndicatorValues(deps);
  }

  start(): void {
    this.#unlisten = this.#deps.market.onTop((listing) => this.#noteBook(listing));
    this.#running ??= this.#run();
  }

  /** The name and fence under which this process has servers and runs; undefined while it has none. */
  get worker(): RunWorker | undefined {
    return this.#hold?.isHeld() === true ? this.#worker : undefined;
  }

  /** Something was asked of a run, or has happened to an order, here or elsewhere. */
  wake(): void {
    this.#next.commands = 0;
    this.noteOrders([]);
  }

  /** Something has happened to these orders, and perhaps to others. */
  noteOrders(ids: readonly number[]): void {
    this.#orders.note(ids);
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
    for (const runner of this.#runners.all()) this.#runners.remove(runner);
    await this.#hold?.release();
    await orAfter(this.#balances.settled(), STOP_WAIT_MS, this.#deps.clock);
    this.#balances.keep(new Set());
  }

  metrics(metrics: Metrics): void {
    runMetrics(metrics, this.#figures, () => this.#runners.all().map(({ kept }) => kept.run));
  }

  async #run(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      const woken = new Promise<void>((resolve) => (this.#wakeUp = resolve));
      await this.#tick().catch((error: unknown) => this.#log.warn(error, "runs could not be tended; tried again"));
      await orAfter(woken, TICK_MS, this.#deps.clock);
    }
  }

  async #tick(): Promise<void> {
    const worker = await this.#holdWorker();
    if (!worker) return;
    const { runs } = this.#deps;
    const now = this.#nowMs();
    if (now >= this.#next.servers) {
      this.#next.servers = now + SERVERS_MS;
      const { told, yielded } = await tendServers(this.#deps, worker, now);
      for (const id of yielded) {
        this.#waiting.delete(id);
        this.#runners.remove(this.#runners.get(id));
      }
      for (const kept of told) this.#heard(kept, now);
    }
    if (now >= this.#next.claim) {
      this.#next.claim = now + CLAIM_MS;
      for (const { hadOwner, ...kept } of await runs.claimRuns(worker, MOST_CLAIMED)) this.#claimed(kept, hadOwner);
    }
    if (now >= this.#next.commands) {
      this.#next.commands = now + COMMANDS_MS;
      for (const kept of await runs.takeCommands(worker)) this.#heard(kept, now);
    }
    if (now >= this.#next.orders) {
      this.#next.orders = now + ORDERS_MS;
      await this.#askChecks(worker, now);
      for (const keyId of await this.#orders.read(now)) this.#balances.moved(keyId);
    }
    if (now >= this.#next.owned) {
      this.#next.owned = now + OWNED_MS;
      await this.#compareOwned(worker);
    }
    for (const read of this.#waiting.begin(this.#shared(worker), now)) this.#do(read);
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
    this.#again.clear();
    const lease = `${WORKER_LEASE}${this.#deps.owner}`;
    this.#hold = await this.#leases.hold(lease);
    this.#worker = this.#hold && { lease, fence: this.#hold.fence };
    this.#next = { ...NOW };
    return this.#worker;
  }

  /** @param hadOwner whether another process looked after it until now */
  #claimed(kept: KeptRun, hadOwner: boolean): void {
    this.#again.delete(kept.id);
    if (hadOwner) this.#figures.handOvers++;
    this.#waiting.put(kept, this.#nowMs(), hadOwner);
  }

  /**
   * Makes sure that this process runs exactly the runs that it owns, as stored: the answer to a claim or to a command
   * may have been lost, and another process may have taken over.
   */
  async #compareOwned(worker: RunWorker): Promise<void> {
    const { runs } = this.#deps;
    const before = this.#runners.all();
    const owned = await runs.listOwned(worker);
    for (const [id, version] of owned) {
      const runner = this.#runners.get(id);
      const known = runner?.kept ?? this.#waiting.get(id);
      if (runner?.isBusy === true || (known && known.version >= version)) continue;
      const kept = await runs.readRun(id);
      if (!kept || !isActive(kept.run)) continue;
      if (known) this.#heard(kept, this.#nowMs());
      else this.#claimed(kept, !this.#again.has(id));
    }
    for (const runner of before) {
      if (!runner.isBusy && runner.isActive && !owned.has(runner.kept.id)) this.#runners.remove(runner);
    }
  }

  #heard(kept: KeptRun, nowMs: number): void {
    const runner = this.#runners.get(kept.id);
    const isWaiting = this.#waiting.get(kept.id) !== undefined;
    this.#waiting.heard(kept);
    runner?.heard(kept);
    if (isActive(kept.run)) {
      // One that was stopped by force is still of this process when it is started again.
      if (!runner && !isWaiting) this.#waiting.put(kept, nowMs, false);
      return;
    }
    // The request that stopped it has done everything; what it looks like inside is still told.
    this.#waiting.delete(kept.id);
    if (runner && !runner.isBusy && runner.dueMs > nowMs) this.#runners.remove(runner);
  }

  #shared(worker: RunWorker): SharedParts {
    return {
      deps: this.#deps,
      worker,
      balances: this.#balances,
      indicators: this.#indicators,
      buckets: this.#buckets,
      figures: this.#figures,
      askChecks: (ids) => void this.#checks.push(...ids),
    };
  }

  #step(runner: Runner): void {
    runner.isBusy = true;
    this.#do(async () => {
      try {
        await runner.step();
        if (!runner.isActive) {
          await this.#deps.runs.saveFigures(runner.context.shared.worker, [runner.context.memory.figures()]);
          // It may have been started again while that was written.
          if (!runner.isActive) this.#runners.remove(runner);
        }
      } catch (error) {
        this.#deps.log.warn({ run: runner.kept.id, err: error }, "a run begins again from what is stored");
        this.#forget(runner);
      } finally {
        runner.isBusy = false;
      }
    });
  }

  /** The state in memory may differ from storage. If the run is still of this process, it is found and read again. */
  #forget(runner: Runner): void {
    if (this.#runners.remove(runner)) this.#again.add(runner.kept.id);
  }

  /** The requests of runs to exchanges, however many they are. Lost requests are repeated. */
  async #askChecks(worker: RunWorker, nowMs: number): Promise<void> {
    const ids = this.#checks.splice(0);
    if (ids.length === 0) return;
    await this.#deps.runs.askChecks(worker, ids, nowMs);
    this.#deps.asked();
  }

  async #saveFigures(worker: RunWorker): Promise<void> {
    const contexts = this.#runners.all().map(({ context }) => context);
    const dirty = contexts.filter(({ memory }) => memory.isDirty);
    const figures = dirty.map((context) => context.takeFigures());
    try {
      await this.#deps.runs.saveFigures(worker, figures);
    } catch (error) {
      for (const { memory } of dirty) memory.isDirty = true;
      throw error;
    }
    this.#balances.keep(new Set(this.#runners.all().flatMap(({ context }) => context.memory.playbook.keyIds)));
    this.#deps.senders.keep(this.#balances.used());
  }

  #noteBook({ code }: Listing): void {
    const now = this.#nowMs();
    for (const runner of this.#runners.at(code)) {
      runner.noteBook(now);
      if (!runner.isBusy && runner.dueMs <= now && this.worker) this.#step(runner);
    }
  }

  #do(work: () => Promise<void>): void {
    const doing = work()
      .catch((error: unknown) => this.#log.warn(error, "a run could not be looked after; tried again"))
      .finally(() => this.#work.delete(doing));
    this.#work.add(doing);
  }

  #nowMs(): number {
    return toMillis(this.#deps.clock.now());
  }
}
